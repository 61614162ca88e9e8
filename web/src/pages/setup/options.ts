/** The options of a variant as fields of a form: from the game's JSON Schema, with words for people. */
import type { GameView } from '../../api/types';
import type { OptionWords, Variant } from '../../board/gamePage';
import { plainName, sentence } from '../../lib/text';

type OptionField =
  | { kind: 'number'; name: string; label: string; help: string; least: number; most: number; mayBeNone: boolean }
  | { kind: 'choice'; name: string; label: string; help: string; values: string[] }
  | { kind: 'switch'; name: string; label: string; help: string }
  | { kind: 'numbers'; name: string; label: string; help: string; items: string[] };

interface Schema {
  type?: string;
  title?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  maxItems?: number;
  anyOf?: Schema[];
}

const WIDEST = 100_000;

/** What options of several games are called; a game's own words go first. */
const LABELS: Record<string, string> = { rows: 'Rows', cols: 'Columns', size: 'Size of the board', colours: 'Colours' };
const VALUES: Record<string, string> = { draw: 'draw', wins: 'wins', loses: 'loses', none: 'none' };

export const valueLabel = (words: OptionWords, value: string): string =>
  words.values?.[value] ?? VALUES[value] ?? plainName(value);

export const presetLabel = (game: Pick<GameView, 'preset_words'>, name: string): string =>
  game.preset_words[name]?.label ?? plainName(name);

/** An option's value, for people. */
export function valueText(words: OptionWords, value: unknown, items: readonly string[] = []): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return 'none';
  if (!Array.isArray(value)) return valueLabel(words, String(value)).toLowerCase();
  return value.map((one, index) => (items[index] ? `${String(one)} ${items[index]}` : String(one))).join(', ');
}

/** What is special about the rules of a match. */
interface OwnRules {
  /** A preset's name and its line, or that it is none. */
  preset: string;
  options: { label: string; value: string }[];
}

/** The preset of a match, and every option that differs from the recommended rules, in words; null where none does:
 *  those are the rules that the game's text describes. */
export function ownRules(
  game: Pick<GameView, 'presets' | 'preset_words' | 'recommended' | 'options' | 'variant_schema'>,
  words: OptionWords,
  { preset, variant }: { preset: string | null; variant: Variant },
): OwnRules | null {
  const usual = game.presets[game.recommended] ?? {};
  const options = optionFields(game, words).flatMap((field) => {
    const value = variant[field.name];
    if (JSON.stringify(value) === JSON.stringify(usual[field.name])) return [];
    return [
      { label: field.label, value: valueText(words, value, field.kind === 'numbers' ? words.items?.[field.name] : []) },
    ];
  });
  if (preset === game.recommended || options.length === 0) return null;
  if (preset === null) return { preset: 'Its own rules', options };
  const line = game.preset_words[preset]?.description ?? '';
  return { preset: sentence(presetLabel(game, preset)) + (line && ` ${line}`), options };
}

export function optionFields(game: Pick<GameView, 'variant_schema' | 'options'>, words: OptionWords): OptionField[] {
  const properties = (game.variant_schema['properties'] ?? {}) as Record<string, Schema>;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const label = words.labels[name] ?? LABELS[name] ?? plainName(schema.title ?? name);
    const help = game.options[name]?.allowed ?? '';
    const field = fieldOf(name, schema, label, help, words.items?.[name]);
    return field ? [field] : [];
  });
}

function fieldOf(
  name: string,
  schema: Schema,
  label: string,
  help: string,
  items: readonly string[] = [],
): OptionField | null {
  if (schema.enum) return { kind: 'choice', name, label, help, values: schema.enum };
  if (schema.type === 'boolean') return { kind: 'switch', name, label, help };
  if (schema.type === 'array') {
    const places = Array.from({ length: schema.maxItems ?? 0 }, (_, index) => items[index] ?? String(index + 1));
    return { kind: 'numbers', name, label, help, items: places };
  }
  const number = schema.type === 'integer' ? schema : schema.anyOf?.find((one) => one.type === 'integer');
  if (!number) return null;
  const mayBeNone = schema.anyOf?.some((one) => one.type === 'null') ?? false;
  return { kind: 'number', name, label, help, least: number.minimum ?? 0, most: number.maximum ?? WIDEST, mayBeNone };
}
