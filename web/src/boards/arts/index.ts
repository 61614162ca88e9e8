/** The arts of the games that are drawn on a canvas; flood, as its specification wants it, is a CSS grid. */
import type { Art } from '../art';
import { cascade } from './cascade';
import { duel } from './duel';
import { mosaic } from './mosaic';
import { pushmine } from './pushmine';

export const ARTS: Readonly<Record<string, Art>> = { mosaic, cascade, duel, pushmine };
