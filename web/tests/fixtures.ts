/** Real matches, recorded by harness/record.mjs. */
import type { BoardHint, GameEvent, PositionView, PreviewView } from '../src/board/props';

interface Step {
  ply: number;
  view: PositionView;
  events: GameEvent[];
  move: string | null;
  seat: number | null;
  told: string;
  /** Milliseconds that it takes to show the move. */
  length: number;
}

interface Fixture {
  game: string;
  variant: Record<string, unknown>;
  steps: Step[];
  /** A position in the middle, with everything that can be asked about it. */
  scene: { ply: number; legal: string[]; previews: PreviewView[]; hint: BoardHint } | null;
}

const files = import.meta.glob<Fixture>('./fixtures/*.json', { eager: true, import: 'default' });

/** By the names of their files. */
export const FIXTURES: Readonly<Record<string, Fixture>> = Object.fromEntries(
  Object.entries(files).map(([path, fixture]) => [path.slice('./fixtures/'.length, -'.json'.length), fixture]),
);
