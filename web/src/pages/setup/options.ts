/** The options of a variant as fields of a form: from the game's JSON Schema, with words for people. */
import type { GameView } from '../../api/types';

export type OptionField =
  | { kind: 'number'; name: string; label: string; help: string; least: number; most: number; mayBeNone: boolean }
  | { kind: 'choice'; name: string; label: string; help: string; values: string[] }
  | { kind: 'switch'; name: string; label: string; help: string }
  | { kind: 'numbers'; name: string; label: string; help: string; length: number };

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

/** What an option is called where its own name says too little. */
const LABELS: Record<string, string> = {
  rows: 'Rows',
  cols: 'Columns',
  size: 'Size of the board',
  colours: 'Colours',
  target: 'Target score',
  max_moves: 'Moves for each side',
  token_points: 'Points for a token',
  wave_bonus: 'More for each wave',
  queue_shown: 'Coming drops shown',
  opening_cap: 'Most that the first swap may score',
  opening_swaps: 'Swaps there are at first, at least',
  limit_rule: 'When the moves are used up',
  tokens: 'Tokens: blue, orange, green, violet',
  goblins: 'Goblins after a move',
  goblin_trigger: 'Goblins come after',
  vanish: 'Losing all your tokens',
  no_moves: 'When nobody can swap',
  courtesy: 'The AI leaves you a win in one',
  reentry: 'A side without tiles may place anywhere',
  truce: 'Tiles placed before captures begin',
  line: 'Stones in a row to win',
  decay: 'Old mines',
  decay_turns: 'Turns that a mine lasts (each side)',
  dud_stops: 'Duds stop a push',
  draw_by_repetition: 'Draw when a position comes up so often (0: never)',
  limit: 'Move limit',
  slack: 'Moves more than that',
  absorb_at_start: 'Begin with the whole corner region',
};

const VALUES: Record<string, string> = {
  higher_score: 'higher score wins',
  draw: 'draw',
  both: 'every move',
  second: 'the second side’s moves',
  wins: 'wins',
  loses: 'loses',
  none: 'none',
  count: 'more tokens win',
  disappear: 'disappear',
  dud: 'become duds',
  movable_dud: 'become movable duds',
  fixed: 'fixed limit',
  par: 'par (size × 1.5)',
  optimum: 'fewest possible',
};

export const valueLabel = (value: string): string => VALUES[value] ?? plain(value);

export const presetLabel = (name: string): string => plain(name);

export function optionFields(game: GameView): OptionField[] {
  const properties = (game.variant_schema['properties'] ?? {}) as Record<string, Schema>;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const label = LABELS[name] ?? plain(schema.title ?? name);
    const help = game.options[name]?.allowed ?? '';
    const field = fieldOf(name, schema, label, help);
    return field ? [field] : [];
  });
}

function fieldOf(name: string, schema: Schema, label: string, help: string): OptionField | null {
  if (schema.enum) return { kind: 'choice', name, label, help, values: schema.enum };
  if (schema.type === 'boolean') return { kind: 'switch', name, label, help };
  if (schema.type === 'array') return { kind: 'numbers', name, label, help, length: schema.maxItems ?? 0 };
  const number = schema.type === 'integer' ? schema : schema.anyOf?.find((one) => one.type === 'integer');
  if (!number) return null;
  const mayBeNone = schema.anyOf?.some((one) => one.type === 'null') ?? false;
  return { kind: 'number', name, label, help, least: number.minimum ?? 0, most: number.maximum ?? WIDEST, mayBeNone };
}

function plain(word: string): string {
  const words = word.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
