/** Clocks between people, as they stand now. */
import type { ClockView } from '../api/types';

/** Milliseconds left to a seat; `now` is the server's time. */
export function timeLeft(clock: ClockView, seat: number, now: number): number {
  const left = clock.left[seat - 1] ?? 0;
  return clock.running === seat ? Math.max(0, left - Math.max(0, now - clock.since)) : left;
}

/** 4:05, or 9.3 when it gets close. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** How far this machine's clock is ahead of the server's: the least that any message seemed to be late. */
export class Skew {
  #least = Infinity;

  heard(at: number, now = Date.now()): void {
    this.#least = Math.min(this.#least, now - at);
  }

  serverNow(now = Date.now()): number {
    return Number.isFinite(this.#least) ? now - this.#least : now;
  }
}
