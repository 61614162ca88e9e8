import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compressed } from './build/compressed.ts';

const PAGES = fileURLToPath(new URL('../src/quincunx/server/pages', import.meta.url));
const SERVER = 'http://127.0.0.1:8000';

export default defineConfig(({ mode }) => ({
  // The pages find their files wherever they are put: <base> says where that is.
  base: './',
  plugins: [svelte(), compressed()],
  worker: { format: 'es' },
  build: {
    outDir: PAGES,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no inline styles, scripts or fonts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Each further file is a request before the first board, and each byte of the first page is waited for. So what the
      // first page needs comes in one file, without anything else; and in another one, what several pages share.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'shared', test: /src\//, minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true }, '/readyz': SERVER } },
  // Svelte's runes need the browser's build of Svelte in tests too.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts', 'tests/**/*.test.ts'], environment: 'node' },
}));
