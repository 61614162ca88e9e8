/** The screen that the pages are shown on. */
import { MediaQuery } from 'svelte/reactivity';

/** A phone, upright or on its side: a match then has one bar, its board and a few actions, and nothing to scroll. */
export const compact = new MediaQuery('(max-width: 599px), (max-width: 959px) and (max-height: 540px)');

/** Pointed at with a finger. */
export const touch = new MediaQuery('(pointer: coarse)');
