/** Numbers and colours that the specifications name and all boards share; a game's own are in its folder. */

export const GRID_LINE = '#333333';
export const OUTLINE = '#aaaaaa';
export const VALID_MOVE = '#66ccff';
export const LAST_MOVE = '#ffcc00';

export { STEP_MS } from './animation/lengths';
