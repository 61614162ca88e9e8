/** The arts of the games that are drawn on a canvas; flood, as its specification wants it, is a CSS grid. */
import type { Art } from '../board/drawing';
import { cascade } from './cascade/drawing';
import { duel } from './duel/drawing';
import { mosaic } from './mosaic/drawing';
import { pushmine } from './pushmine/drawing';

export const ARTS: Readonly<Record<string, Art>> = { mosaic, cascade, duel, pushmine };
