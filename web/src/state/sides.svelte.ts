/** What the sides of a game are called, in the colours that were chosen: the games say it, since they paint the pieces. */
import { settings } from './settings.svelte';

type Naming = (palette: string) => readonly string[];

const namings: Record<string, Naming> = {};

/** A game tells what its sides are called in a palette. */
export function nameSides(game: string, naming: Naming): void {
  namings[game] = naming;
}

/** What a side is called; `otherwise` in a game that the pages do not know. */
export function sideName(game: string, seat: number, otherwise: string): string {
  return namings[game]?.(settings.value.palette)[seat - 1] ?? otherwise;
}

/** The same of all sides of a game of the server's catalogue. */
export function sideNames({ game, seat_names }: { game: string; seat_names: readonly string[] }): string[] {
  return seat_names.map((name, index) => sideName(game, index + 1, name));
}
