/** The options of a variant as fields of a form: from the game's JSON Schema, with words for people. */
import type { GameView } from '../../api/types';
import type { OptionWords } from '../../board/gamePage';
import { plainName } from '../../lib/text';

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

export function optionFields(game: GameView, words: OptionWords): OptionField[] {
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
