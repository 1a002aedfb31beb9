/** The lane of a request is full. */
export class OverloadedError extends Error {
  constructor() {
    super('The service is busy: try again in a few seconds.');
    this.name = 'OverloadedError';
  }
}

/** Releases a slot. A second call does nothing. */
export type Release = () => void;

export interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

interface Waiting {
  readonly since: number;
  readonly start: (release: Release) => void;
  readonly refuse: (error: OverloadedError) => void;
}

/** The maximum number of waiting requests per lane. Each one costs about 10 kB. */
const MAX_WAITING = 5000;

/** The slots of a lane, and the requests that wait for one. */
export class Slots {
  /** How many requests may hold a slot now, at most `most`. */
  limit: number;
  readonly most: number;
  readonly #patienceMs: number;
  #inFlight = 0;
  /** Oldest first. */
  readonly #waiting = new Set<Waiting>();

  /** @param patienceMs the maximum wait, in milliseconds */
  constructor(most: number, patienceMs: number) {
    this.most = most;
    this.limit = most;
    this.#patienceMs = patienceMs;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a request gets a slot without waiting. */
  get isFree(): boolean {
    return this.#inFlight < this.limit && this.#waiting.size === 0;
  }

  /** Whether too many requests wait. */
  get isFull(): boolean {
    return this.#waiting.size >= MAX_WAITING;
  }

  /** Takes a slot, even if none is free. */
  take(): Release {
    this.#inFlight += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#inFlight -= 1;
      this.#startNext();
    };
  }

  /**
   * @param response its `close` event ends the wait
   * @throws {OverloadedError} (as a rejection) when no slot becomes free in time
   */
  wait(response: Closable): Promise<Release> {
    return new Promise((start, refuse) => {
      const one = { since: performance.now(), start, refuse };
      this.#waiting.add(one);
      response.once('close', () => {
        if (this.#waiting.delete(one)) refuse(new OverloadedError());
      });
    });
  }

  /**
   * Refuses those that have waited too long, and starts others if the limit has risen.
   *
   * @param most how many it refuses at most
   * @returns how many it refused
   */
  sweep(now: number, most: number): number {
    let refused = 0;
    for (const one of this.#waiting) {
      if (now - one.since < this.#patienceMs || refused === most) break;
      this.#waiting.delete(one);
      refused += 1;
      one.refuse(new OverloadedError());
    }
    this.#startNext();
    return refused;
  }

  #startNext(): void {
    for (const one of this.#waiting) {
      if (this.#inFlight >= this.limit) return;
      this.#waiting.delete(one);
      one.start(this.take());
    }
  }
}
