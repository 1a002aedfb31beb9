import { createCache } from '../../lib/cache.ts';

/** Idle senders may save up the work of so much time, in milliseconds. */
const SAVED_MS = 1000;
/**
 * What a request counts until its end tells what it took, in milliseconds. Without it, a sender whose budget has just
 * become positive could start many requests at once.
 */
const GUESS_MS = 100;
/** Of about ten thousand senders. Who is forgotten has a full budget. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The work that senders may cause: a token bucket of milliseconds for each of them. Cheap requests are never too many,
 * and a few costly ones are. Without budget, a sender still keeps a few requests running: on a slow machine, all
 * requests take long.
 */
export class WorkBudget {
  readonly #rate: number;
  readonly #nowMs: () => number;
  /** When the budget of a sender is full again, in milliseconds of the clock. */
  readonly #fullAt = createCache<number>({ maxBytes: MAX_BYTES, sizeOf: () => 8 });

  /**
   * @param rate how many requests a sender may keep running at any time
   * @param nowMs a clock that never jumps
   */
  constructor(rate: number, nowMs = () => performance.now()) {
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  hasLeft(sender: string): boolean {
    return (this.#fullAt.get(sender) ?? 0) < this.#nowMs() + SAVED_MS;
  }

  /** Whether a sender whose requests hold so many slots may start another one. */
  allows(sender: string, held: number): boolean {
    return held < this.#rate || this.hasLeft(sender);
  }

  /** Begins a request, also without budget. @returns ends it */
  begin(sender: string): () => void {
    const start = this.#nowMs();
    this.#spend(sender, GUESS_MS);
    return () => this.#spend(sender, this.#nowMs() - start - GUESS_MS);
  }

  #spend(sender: string, ms: number): void {
    const from = Math.max(this.#fullAt.get(sender) ?? 0, this.#nowMs());
    this.#fullAt.set(sender, from + ms / this.#rate);
  }
}
