import type { WorkBudget } from './work.ts';

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
  /** Who waits. Requests without a sender wait in one line. */
  readonly sender: string;
  readonly since: number;
  readonly start: (release: Release) => void;
  readonly refuse: (error: OverloadedError) => void;
}

/** The maximum number of waiting requests per lane. Each one costs about 10 kB. */
const MAX_WAITING = 5000;
/** The part of the slots that a sender may hold, and the part of the queue that it may fill. */
const PART = 0.5;
/** Requests without a sender. They have no limits of a sender. */
const ANYBODY = '';

/** The slots of a lane, and the requests that wait for one. */
export class Slots {
  /** How many requests may hold a slot now, at most `most`. */
  limit: number;
  readonly most: number;
  readonly #patienceMs: number;
  readonly #work: WorkBudget | undefined;
  #inFlight = 0;
  /** Oldest first. */
  readonly #waiting = new Set<Waiting>();
  /** The waiting requests of each sender, the sender whose turn is next first. */
  readonly #turns = new Map<string, Set<Waiting>>();
  /** How many slots each sender holds. */
  readonly #held = new Map<string, number>();

  /**
   * @param patienceMs the maximum wait, in milliseconds
   * @param work what each sender may take of it
   */
  constructor(most: number, patienceMs: number, work?: WorkBudget) {
    this.most = most;
    this.limit = most;
    this.#patienceMs = patienceMs;
    this.#work = work;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a request of this sender gets a slot without waiting. */
  isFree(sender = ANYBODY): boolean {
    return this.#inFlight < this.limit && !this.#turns.has(sender) && this.#mayStart(sender);
  }

  /** Whether too many requests wait, or too many of this sender. */
  isFull(sender = ANYBODY): boolean {
    const own = sender === ANYBODY ? 0 : (this.#turns.get(sender)?.size ?? 0);
    return this.#waiting.size >= MAX_WAITING || own >= MAX_WAITING * PART;
  }

  /** Takes a slot, even if none is free. */
  take(sender = ANYBODY): Release {
    this.#inFlight += 1;
    this.#held.set(sender, this.#heldBy(sender) + 1);
    const endWork = sender === ANYBODY ? undefined : this.#work?.begin(sender);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      endWork?.();
      this.#inFlight -= 1;
      const left = this.#heldBy(sender) - 1;
      if (left > 0) this.#held.set(sender, left);
      else this.#held.delete(sender);
      this.#startNext();
    };
  }

  /**
   * @param response its `close` event ends the wait
   * @param sender waits for a turn among other senders
   * @throws {OverloadedError} (as a rejection) when no slot becomes free in time
   */
  wait(response: Closable, sender = ANYBODY): Promise<Release> {
    return new Promise((start, refuse) => {
      const one = { sender, since: performance.now(), start, refuse };
      this.#waiting.add(one);
      const own = this.#turns.get(sender);
      if (own) own.add(one);
      else this.#turns.set(sender, new Set([one]));
      response.once('close', () => {
        if (this.#leave(one)) refuse(new OverloadedError());
      });
    });
  }

  /**
   * Refuses those that have waited too long, and starts others if the limit or a budget has risen.
   *
   * @param most how many it refuses at most
   * @returns how many it refused
   */
  sweep(now: number, most: number): number {
    let refused = 0;
    for (const one of this.#waiting) {
      if (now - one.since < this.#patienceMs || refused === most) break;
      this.#leave(one);
      refused += 1;
      one.refuse(new OverloadedError());
    }
    this.#startNext();
    return refused;
  }

  #heldBy(sender: string): number {
    return this.#held.get(sender) ?? 0;
  }

  /** @returns false when it did not wait any more */
  #leave(one: Waiting): boolean {
    const own = this.#turns.get(one.sender);
    own?.delete(one);
    if (own?.size === 0) this.#turns.delete(one.sender);
    return this.#waiting.delete(one);
  }

  #startNext(): void {
    while (this.#inFlight < this.limit) {
      const sender = this.#nextSender();
      if (sender === undefined) return;
      const own = this.#turns.get(sender) ?? new Set<Waiting>();
      const [one] = own;
      if (one === undefined) return;
      // The sender goes to the end of the line.
      this.#turns.delete(sender);
      this.#turns.set(sender, own);
      this.#leave(one);
      one.start(this.take(sender));
    }
  }

  /** The first in line that may start. */
  #nextSender(): string | undefined {
    for (const sender of this.#turns.keys()) {
      if (this.#mayStart(sender)) return sender;
    }
    return undefined;
  }

  #mayStart(sender: string): boolean {
    if (sender === ANYBODY) return true;
    const held = this.#heldBy(sender);
    return held < Math.max(1, this.limit * PART) && (this.#work?.allows(sender, held) ?? true);
  }
}
