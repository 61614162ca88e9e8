/** How a motion goes from 0 to 1. */
export type Ease = (t: number) => number;

export const linear: Ease = (t) => t;
export const easeOut: Ease = (t) => 1 - (1 - t) ** 3;
export const easeInOut: Ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** Heavier than it looks: starts at once, lands at speed. */
export const fall: Ease = (t) => 0.25 * t + 0.75 * t * t;

/** Shoots a little over the mark and comes back. */
export const back: Ease = (t) => 1 + 2.1 * (t - 1) ** 3 + 1.1 * (t - 1) ** 2;
