/** Real matches, recorded by record.mjs. */
import type { BoardHint, GameEvent, PositionView, PreviewView } from '../src/board/props';
import cascade from './fixtures/cascade.json';
import duel from './fixtures/duel.json';
import floodClassic from './fixtures/flood-classic.json';
import floodLarge from './fixtures/flood-large.json';
import flood from './fixtures/flood.json';
import mosaic from './fixtures/mosaic.json';
import pushmineDud from './fixtures/pushmine-dud.json';
import pushmine from './fixtures/pushmine.json';

export interface Step {
  ply: number;
  view: PositionView;
  events: GameEvent[];
  move: string | null;
  seat: number | null;
  told: string;
}

interface Fixture {
  game: string;
  variant: Record<string, unknown>;
  steps: Step[];
  /** A position in the middle, with everything that can be asked about it. */
  scene: { ply: number; legal: string[]; previews: PreviewView[]; hint: BoardHint } | null;
}

export const FIXTURES = {
  mosaic,
  cascade,
  duel,
  pushmine,
  'pushmine-dud': pushmineDud,
  flood,
  'flood-classic': floodClassic,
  'flood-large': floodLarge,
} as unknown as Record<string, Fixture>;
