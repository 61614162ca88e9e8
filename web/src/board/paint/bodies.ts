/** The outlines of pieces: SVG paths within a cell of 100 units around the origin, for canvases and for signs beside them. */

export const BODIES = {
  tile: 'M-18-41H18A23 23 0 0 1 41-18V18A23 23 0 0 1 18 41H-18A23 23 0 0 1-41 18V-18A23 23 0 0 1-18-41Z',
  disc: 'M0-42A42 42 0 1 1 0 42 42 42 0 1 1 0-42Z',
  // Signs of seats in games whose pieces belong to nobody.
  hexagon: 'M-4-43Q0-45 4-43L36-25Q40-23 40-18V18Q40 23 36 25L4 43Q0 45-4 43L-36 25Q-40 23-40 18V-18Q-40-23-36-25Z',
  drop: 'M0 45C-9 30-38 14-38-9A38 36 0 0 1 38-9C38 14 9 30 0 45Z',
} as const;

export type BodyName = keyof typeof BODIES;
