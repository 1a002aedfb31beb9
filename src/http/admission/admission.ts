import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/** The lanes of requests. A request waits only for requests of its own lane. */
export type Lane = 'bots' | 'votes' | 'members' | 'strangers';
/**
 * The lanes of look-ups. A request whose credential this process has not seen lately takes a slot here first, to find
 * out whether the credential is valid (see `standing.ts`).
 */
export type LookUpLane = 'token-look-ups' | 'session-look-ups';

/** The lane of a request is full. */
export class OverloadedError extends Error {
  constructor() {
    super('The service is busy: try again in a few seconds.');
    this.name = 'OverloadedError';
  }
}

/** The limits of the lanes. */
export interface AdmissionOptions {
  /** The maximum number of concurrent requests per lane. */
  readonly concurrency: Readonly<Record<Lane, number>>;
  /** The maximum wait of a stranger's request for a slot, in milliseconds. In other lanes it is twice as long. */
  readonly patienceMs: number;
  /** The mean delay of the event loop, in milliseconds, from which strangers get fewer slots. */
  readonly maxLoopDelayMs: number;
  readonly registry: Registry;
}

/** Releases a slot. A second call does nothing. */
export type Release = () => void;

interface Closable {
  once(event: 'close', listener: () => void): unknown;
}

/** Gives requests a slot in their lane. */
export interface Admission {
  /**
   * Takes a slot in a lane, immediately if one is free.
   *
   * @param response its `close` event ends the wait of a client that has disconnected
   * @throws {OverloadedError} (as a rejection) when no slot becomes free in time, or too many requests wait
   */
  enter(lane: Lane | LookUpLane, response: Closable): Release | Promise<Release>;
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
  /** The current limit, at most {@link LaneState.most}. */
  limit: number;
  inFlight: number;
  /** Oldest first. */
  readonly waiting: Set<Waiting>;
}

/** `Retry-After` of a refused request, in seconds. */
export const RETRY_AFTER_SECONDS = 2;
/** Look-ups that run at once share a statement, so these slots are enough for thousands of look-ups a second. */
const LOOK_UPS_AT_ONCE = 64;
/** The maximum number of waiting requests per lane. Each one costs about 10 kB. */
const MAX_WAITING = 5000;
const SWEEP_MS = 20;
/** Refusals are spread over time, so that clients do not all retry at once. */
const REFUSED_PER_SECOND = 1500;
/** The event loop's delay is averaged over this time. */
const LOOK_MS = 300;
const RESOLUTION_MS = 10;
/** Strangers always keep this many slots. */
const LEAST = 2;

/**
 * Protects the service against overload. Each lane has its own slots, so strangers never block bots, voters and
 * members. A request waits for a free slot. After `patienceMs` it is refused before any work is done for it. The wait
 * also slows down clients that retry immediately. While the event loop is late, the slots of strangers are halved
 * every 300 ms. While it is on time, they get one more every 300 ms.
 */
export function createAdmission({
  concurrency,
  patienceMs,
  maxLoopDelayMs,
  registry,
}: AdmissionOptions): Admission {
  const open = (most: number, patience: number): LaneState => {
    return { most, patienceMs: patience, limit: most, inFlight: 0, waiting: new Set() };
  };
  const lanes: Record<Lane | LookUpLane, LaneState> = {
    bots: open(concurrency.bots, 2 * patienceMs),
    votes: open(concurrency.votes, 2 * patienceMs),
    members: open(concurrency.members, 2 * patienceMs),
    strangers: open(concurrency.strangers, patienceMs),
    'token-look-ups': open(LOOK_UPS_AT_ONCE, 2 * patienceMs),
    'session-look-ups': open(LOOK_UPS_AT_ONCE, 2 * patienceMs),
  };
  const names = Object.keys(lanes) as (Lane | LookUpLane)[];
  const registers = [registry];
  const refused = new Counter({
    name: 'requests_refused_total',
    help: 'Requests that got 503 because their lane was full, by lane.',
    labelNames: ['lane'],
    registers,
  });
  new Gauge({
    name: 'requests_in_flight',
    help: 'Requests that hold a slot, by lane.',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const lane of names) this.set({ lane }, lanes[lane].inFlight);
    },
  });
  new Gauge({
    name: 'requests_waiting',
    help: 'Requests that wait for a slot, by lane.',
    labelNames: ['lane'],
    registers,
    collect() {
      for (const lane of names) this.set({ lane }, lanes[lane].waiting.size);
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
    // A late event loop sweeps less often, so each sweep may refuse more.
    const most = Math.ceil(((now - sweptAt) / 1000) * REFUSED_PER_SECOND);
    for (const lane of names) sweep(lane, now, most);
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

  function sweep(lane: Lane | LookUpLane, now: number, most: number): void {
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
