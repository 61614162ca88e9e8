import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** From the lowest layer to the highest: a layer imports only those before it. */
const LAYERS = ['api', 'state', 'board', 'games', 'pages'];
/** What every layer may import, and what imports none of them. */
const SHARED = ['lib', 'design'];

const forbid = (folder, layers) => ({
  files: [`src/${folder}/**/*.{ts,svelte}`],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: layers.map((layer) => ({
          regex: `^(\\.\\./)+${layer}(/|$)`,
          message: `${folder} does not import ${layer}: see "Layers" in web/README.md.`,
        })),
      },
    ],
  },
});

export default ts.config(
  { ignores: ['node_modules', 'public', 'src/api/schema.d.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      // TypeScript knows better than ESLint which names exist.
      'no-undef': 'off',
      // An index that is known to be there is asserted, since `noUncheckedIndexedAccess` is on.
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  ...LAYERS.map((layer, index) => forbid(layer, LAYERS.slice(index + 1))),
  ...SHARED.map((folder) => forbid(folder, LAYERS)),
);
