/** A day's results as lines to share: they can be read aloud, and say nothing about the boards. */
import { plural } from '../../lib/text';
import { catalogue } from '../catalogue.svelte';
import { levelLabel } from '../fit';
import type { Fewest } from '../match/fewest.svelte';
import { possibleWords } from './bestScores';
import { dayWords, type Standing } from './daily';
import type { Result } from './journal';

export interface DayLine {
  name: string;
  standing: Standing;
  result: Pick<Result, 'game' | 'level' | 'ply'> | null;
  /** The fewest moves that were possible, where they are known. */
  fewest?: Fewest | null | undefined;
}

const SQUARES: Readonly<Record<Standing, string>> = {
  won: '🟩',
  draw: '🟨',
  lost: '🟥',
  practice: '⬜',
  begun: '⬜',
  open: '⬜',
};

/** "won against level 4 of 9, medium", "24 moves; 22 were possible". */
export function resultWords({ standing, result, fewest }: Omit<DayLine, 'name'>): string {
  if (standing === 'practice') return 'practised';
  if (standing === 'begun') return 'begun';
  if (standing === 'open' || result === null) return 'not played';
  const ended = { won: 'won', lost: 'lost', draw: 'drew' }[standing];
  if (result.level !== null)
    return `${ended} against ${levelLabel(catalogue.find(result.game), result.level, 'level')}`;
  const possible = fewest ? `; ${possibleWords(fewest)}` : '';
  if (standing !== 'won') return `not solved${possible}`;
  return possible ? `${plural(result.ply, 'move')}${possible}` : `solved in ${plural(result.ply, 'move')}`;
}

/** The whole day; `link` is where the boards are. */
export function dayText(date: string, lines: readonly DayLine[], link: string): string {
  const played = lines.filter(({ standing }) => standing !== 'open');
  return [
    `Quincunx, ${dayWords(date)}`,
    ...played.map((line) => `${SQUARES[line.standing]} ${line.name}: ${resultWords(line)}`),
    link,
  ].join('\n');
}
