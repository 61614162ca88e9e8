/** The numbers that the server measures of a running match, asked for after every move. */
import * as api from '../../api/client';

export class Metrics {
  values = $state.raw<Readonly<Record<string, number>>>({});
  readonly #id: string;
  #asked = -1;

  constructor(id: string) {
    this.#id = id;
  }

  /** The answer to an older question never replaces that to a newer one. */
  async ask(version: number): Promise<void> {
    if (version === this.#asked) return;
    this.#asked = version;
    try {
      const metrics = await api.metrics(this.#id);
      if (this.#asked !== version) return;
      const known = Object.entries(metrics).filter(([, metric]) => metric.value !== null);
      this.values = Object.fromEntries(known.map(([name, metric]) => [name, metric.value ?? 0]));
    } catch {
      // They are asked for again after the next move.
    }
  }
}
