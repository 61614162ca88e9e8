/** Every number and colour that the specifications name, once, with a name. */

/** A cell's side in board units; a board is scaled to its place on the page. */
export const CELL_UNITS = { mosaic: 45, cascade: 48, duel: 50, pushmine: 60 } as const;

export const GRID_LINE = '#333333';
export const OUTLINE = '#aaaaaa';
export const VALID_MOVE = '#66ccff';
export const LAST_MOVE = '#ffcc00';

/** One step of an animation: a swap, a clear, a fall, a flip. */
export const STEP_MS = 180;

/** Seats, scores and the last mover are painted in these; tokens have palettes of their own. */
export const SEAT_COLOURS: Readonly<Record<string, readonly [string, string]>> = {
  mosaic: ['#1e90ff', '#ff6347'],
  cascade: ['#1e90ff', '#ff8c00'],
  duel: ['#e5484d', '#2fa36b'],
  pushmine: ['#1e90ff', '#ff6347'],
  flood: ['#1e90ff', '#ff6347'],
};

export function seatColour(game: string, seat: number | null): string {
  const pair = SEAT_COLOURS[game];
  return (pair && seat && pair[seat - 1]) || OUTLINE;
}
