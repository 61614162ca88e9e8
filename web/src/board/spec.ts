/** Numbers and colours that the specifications name and all boards share; a game's own are in its folder. */

export const GRID_LINE = '#333333';
export const OUTLINE = '#aaaaaa';
export const VALID_MOVE = '#66ccff';
export const LAST_MOVE = '#ffcc00';

/** One step of an animation: a swap, a clear, a fall, a flip. */
export const STEP_MS = 180;
