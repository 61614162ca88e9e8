/** Draws when there is something to draw: one frame when woken, more as long as the drawing asks for them. */

export class Animator {
  readonly #draw: (now: number) => boolean;
  #frame = 0;

  /** `draw` says whether it wants to be called again. */
  constructor(draw: (now: number) => boolean) {
    this.#draw = draw;
  }

  wake(): void {
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#run);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  readonly #run = (now: number): void => {
    this.#frame = 0;
    if (this.#draw(now)) this.wake();
  };
}
