/** Looking at an earlier position of a match that goes on. */
import * as api from '../../api/client';
import type { JudgementView, MatchView, ReplayStep, ReplayView } from '../../api/types';

export class Lookback {
  /** The ply that is looked at; null is the present. */
  ply = $state<number | null>(null);
  /** The move that was played there and a better one, where both are to be seen. */
  compared = $state.raw<JudgementView | null>(null);
  #replay = $state.raw<ReplayView | null>(null);
  #version = -1;
  readonly step = $derived<ReplayStep | null>(this.ply === null ? null : (this.#replay?.steps[this.ply] ?? null));

  /** The moves are fetched where the match has changed since the last time. */
  async go(ply: number, match: MatchView, compared: JudgementView | null): Promise<void> {
    if (ply >= match.ply) {
      this.end();
      return;
    }
    if (this.#version !== match.version) {
      this.#replay = await api.replay(match.id);
      this.#version = match.version;
    }
    this.ply = Math.max(0, ply);
    this.compared = compared;
  }

  /** Back to the present. */
  end(): void {
    this.ply = this.compared = null;
  }
}
