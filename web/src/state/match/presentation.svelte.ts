/** What the board has shown of a match, so far. The server may be ahead: its moves wait here for their turn, and all that
 *  is said beside the board follows the board. */
import { fillingOf } from '../../api/events';
import type { GameEvent, HistoryEntry, MatchView } from '../../api/types';

/** The match after something happened, and what that did. */
interface Step {
  match: MatchView;
  events: GameEvent[];
  /** Milliseconds that the board rests before it shows this. */
  pause: number;
  /** Whether the pause may be left out to catch up with the server: for those who only watch. */
  mayHurry?: boolean;
}

/** An event of the move on the board, with the seat that made the move. */
export interface MadeEvent {
  event: GameEvent;
  seat: number;
}

/** A page that falls further behind than this skips to the latest position. */
const MOST_WAITING = 3;

export class Presentation {
  /** The match as it is on the board when everything is at rest. */
  match = $state.raw<MatchView | null>(null);
  /** The match that the board shows, or is on its way to. */
  goal = $state.raw<MatchView | null>(null);
  /** The events that lead there. */
  events = $state.raw<GameEvent[]>([]);
  /** How many of these events have been seen. */
  seen = $state(0);
  /** Whether the board is on its way. */
  playing = $state(false);
  /** When it last came to rest. */
  restedAt = $state(0);
  #waiting = $state.raw<readonly Step[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether there is something that the board has not shown to the end. */
  readonly busy = $derived(this.playing || this.#waiting.length > 0);
  /** The moves on their way over the board. */
  readonly moves = $derived<HistoryEntry[]>(
    this.playing && this.goal && this.match && this.events.length > 0 ? this.goal.history.slice(this.match.ply) : [],
  );
  readonly #made = $derived<MadeEvent[]>(
    this.moves.flatMap((move) => move.events.map((event) => ({ event, seat: move.seat }))),
  );
  /** What has been seen of them. */
  readonly made = $derived(this.#made.slice(0, this.seen));
  /** The move that is on its way just now. */
  readonly move = $derived.by<HistoryEntry | null>(() => {
    let before = 0;
    return this.moves.find((move) => (before += move.events.length) > this.seen) ?? this.moves.at(-1) ?? null;
  });

  /** Who fills the rest of the match, while the board shows that or is about to. */
  readonly filler = $derived.by<number | null>(() => {
    const filling = fillingOf(this.playing ? this.events : (this.#waiting[0]?.events ?? []));
    const seen = this.playing ? this.seen : 0;
    return filling && seen >= filling.from ? filling.seat : null;
  });

  add(step: Step): void {
    const last = this.#waiting.at(-1)?.match ?? this.goal;
    if (last === null) this.#jump(step.match);
    else if (isSamePosition(last, step.match)) this.#replaceLast(step.match);
    else if (isHidden()) this.#jump(step.match);
    else if (step.events.length === 0) this.#skipTo({ ...step, pause: 0 });
    else this.#queue(step);
  }

  /** The board has seen this many of the events. */
  see(count: number): void {
    if (this.playing) this.seen = count;
  }

  /** The board has come to rest. */
  settle(): void {
    if (!this.playing) return;
    this.playing = false;
    this.seen = this.events.length;
    this.match = this.goal;
    this.restedAt = Date.now();
    this.#next();
  }

  /** Somebody does not want to wait for the next move. Returns whether one was waiting. */
  skip(): boolean {
    if (this.playing || this.#waiting.length === 0) return false;
    this.#begin();
    return true;
  }

  /** Goes straight to the latest position, since nobody is looking. */
  flush(): void {
    const latest = this.#waiting.at(-1)?.match ?? this.goal;
    if (latest && this.busy) this.#jump(latest);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Nothing has moved: an offer, a name, the end by resignation. It is shown once the board has caught up. */
  #replaceLast(match: MatchView): void {
    const last = this.#waiting.at(-1);
    if (last) {
      this.#waiting = [...this.#waiting.slice(0, -1), { ...last, match }];
      return;
    }
    this.goal = match;
    if (!this.playing) this.match = match;
  }

  #jump(match: MatchView): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.events = [];
    this.seen = 0;
    this.goal = this.match = match;
    this.playing = false;
    this.restedAt = Date.now();
  }

  #queue(step: Step): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#skipTo({ ...step, events: [], pause: 0 });
      return;
    }
    this.#waiting = [...this.#waiting, step];
    this.#next();
  }

  #skipTo(step: Step): void {
    this.#waiting = [step];
    this.#begin();
  }

  #next(): void {
    const [first, ...others] = this.#waiting;
    if (this.playing || !first) return;
    clearTimeout(this.#timer);
    const hurry = first.mayHurry === true && others.length > 0;
    const wait = hurry ? 0 : this.restedAt + first.pause - Date.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#begin(), wait);
    else this.#begin();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    const [first, ...others] = this.#waiting;
    if (!first) return;
    this.#waiting = others;
    this.events = first.events;
    this.seen = 0;
    this.playing = true;
    this.goal = first.match;
  }
}

function isSamePosition(one: MatchView, other: MatchView): boolean {
  return one.ply === other.ply && one.turn === other.turn && JSON.stringify(one.view) === JSON.stringify(other.view);
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.hidden;
}
