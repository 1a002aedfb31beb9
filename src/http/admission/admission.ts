import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Requests of one lane wait for each other, and never for those of another. */
export const LANES = ['bots', 'votes', 'members', 'strangers'] as const;
export type Lane = (typeof LANES)[number];

/** More arrived than can be served within a second or two. */
export class OverloadedError extends Error {
  constructor() {
    super('The service is busy: try again in a few seconds.');
    this.name = 'OverloadedError';
  }
}

export interface AdmissionOptions {
  /** How many requests of each lane are worked on at once. */
  readonly concurrency: Readonly<Record<Lane, number>>;
  /** How long a stranger's request may wait for its turn, in milliseconds; the others' may wait twice as long. */
  readonly patienceMs: number;
  /** How late the event loop may be on average, in milliseconds, before strangers get less of it. */
  readonly maxLoopDelayMs: number;
  readonly registry: Registry;
}

/** Gives a place back. Calling it again does nothing. */
export type Release = () => void;

interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

export interface Admission {
  /**
   * Takes a place in a lane, at once where one is free.
   *
   * @param response closed when the client has gone: it stops waiting
   * @throws {OverloadedError} (as a rejection) when no place came free in time, or too many wait for one
   */
  enter(lane: Lane, response: Closable): Release | Promise<Release>;
  close(): void;
}

interface Waiting {
  readonly since: number;
  readonly start: (release: Release) => void;
  readonly refuse: (error: OverloadedError) => void;
}

interface LaneState {
  readonly most: number;
  readonly patienceMs: number;
  /** Of {@link LaneState.most}, how many are worked on at once for now. */
  limit: number;
  inFlight: number;
  /** Oldest first. */
  readonly waiting: Set<Waiting>;
}

/** When to try again, in seconds. */
export const RETRY_AFTER_SECONDS = 2;
/** Somebody who waits costs some 10 kB. */
const MAX_WAITING = 5000;
const SWEEP_MS = 20;
/** Refusals are spread out, so that clients do not all retry at the same moment. */
const REFUSED_PER_SECOND = 1500;
/** How long the average is taken over. */
const LOOK_MS = 300;
const RESOLUTION_MS = 10;
/** Strangers are always served a little. */
const LEAST = 2;

/**
 * Decides who is served when more arrives than can be served. Each lane has places of its own, so that bots, voters and
 * members find one whatever strangers do. A request waits for a free place; after `patienceMs` it is refused, before any work was
 * done for it. The wait also slows down clients that retry at once. While the event loop is late, strangers get half as many
 * places at each look; once it is punctual, one more at each look.
 */
export function createAdmission({
  concurrency,
  patienceMs,
  maxLoopDelayMs,
  registry,
}: AdmissionOptions): Admission {
  const lanes = Object.fromEntries(
    LANES.map((lane) => {
      const most = concurrency[lane];
      const patience = lane === 'strangers' ? patienceMs : 2 * patienceMs;
      return [lane, { most, patienceMs: patience, limit: most, inFlight: 0, waiting: new Set() }];
    }),
  ) as unknown as Record<Lane, LaneState>;
  const registers = [registry];
  const refused = new Counter({
    name: 'requests_refused_total',
    help: 'Requests that were answered with 503 because their lane was full, by lane.',
    labelNames: ['lane'],
    registers,
  });
  new Gauge({
    name: 'requests_in_flight',
    help: 'Requests that are being worked on, by lane.',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const lane of LANES) this.set({ lane }, lanes[lane].inFlight);
    },
  });
  new Gauge({
    name: 'requests_waiting',
    help: 'Requests that wait for a place in their lane, by lane.',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const lane of LANES) this.set({ lane }, lanes[lane].waiting.size);
    },
  });

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let lookedAt = performance.now();
  let sweptAt = lookedAt;
  const sweeping = setInterval(() => {
    const now = performance.now();
    if (now - lookedAt >= LOOK_MS) {
      adapt();
      lookedAt = now;
    }
    // While the event loop is late, there are fewer sweeps.
    const most = Math.ceil(((now - sweptAt) / 1000) * REFUSED_PER_SECOND);
    for (const lane of LANES) sweep(lane, now, most);
    sweptAt = now;
  }, SWEEP_MS).unref();

  function adapt(): void {
    const lateMs = delay.mean / 1e6 - RESOLUTION_MS;
    delay.reset();
    const { strangers } = lanes;
    if (lateMs > maxLoopDelayMs) {
      strangers.limit = Math.max(Math.min(LEAST, strangers.most), Math.floor(strangers.limit / 2));
    } else if (lateMs < maxLoopDelayMs / 2 && strangers.limit < strangers.most) {
      strangers.limit += 1;
    }
  }

  function sweep(lane: Lane, now: number, most: number): void {
    const state = lanes[lane];
    let left = most;
    for (const one of state.waiting) {
      if (now - one.since < state.patienceMs || left-- === 0) break;
      state.waiting.delete(one);
      refused.inc({ lane });
      one.refuse(new OverloadedError());
    }
    startNext(state);
  }

  function startNext(state: LaneState): void {
    for (const one of state.waiting) {
      if (state.inFlight >= state.limit) return;
      state.waiting.delete(one);
      one.start(take(state));
    }
  }

  function take(state: LaneState): Release {
    state.inFlight += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      state.inFlight -= 1;
      startNext(state);
    };
  }

  return {
    enter(lane, response) {
      const state = lanes[lane];
      if (state.inFlight < state.limit && state.waiting.size === 0) return take(state);
      if (state.waiting.size >= MAX_WAITING) {
        refused.inc({ lane });
        return Promise.reject(new OverloadedError());
      }
      return new Promise((start, refuse) => {
        const one = { since: performance.now(), start, refuse };
        state.waiting.add(one);
        response.once('close', () => {
          if (state.waiting.delete(one)) refuse(new OverloadedError());
        });
      });
    },
    close() {
      clearInterval(sweeping);
      delay.disable();
    },
  };
}
