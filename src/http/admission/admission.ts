import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Closable, OverloadedError, type Release, Slots } from './slots.ts';
import { WorkBudget } from './work.ts';

/** The lanes of requests. A request waits only for requests of its own lane. */
export type Lane = 'bots' | 'votes' | 'members' | 'strangers';
/**
 * The lanes of look-ups. A request whose credential this process has not seen lately takes a slot here first, to find
 * out whether the credential is valid (see `standing.ts`).
 */
export type LookUpLane = 'token-look-ups' | 'session-look-ups';

/** The limits of the lanes. */
export interface AdmissionOptions {
  readonly concurrentBotRequests: number;
  readonly concurrentVotes: number;
  readonly concurrentMemberRequests: number;
  readonly concurrentStrangerRequests: number;
  /** The maximum wait of a stranger's request for a slot, in milliseconds. In other lanes it is twice as long. */
  readonly maxWaitMs: number;
  /** The mean delay of the event loop, in milliseconds, from which strangers get fewer slots. */
  readonly maxEventLoopDelayMs: number;
  /** The work for strangers of one address per minute, in seconds; 0 means no limit. */
  readonly workPerAddressPerMinute: number;
}

/** Gives requests a slot in their lane. */
export interface Admission {
  /**
   * Takes a slot in a lane, immediately if one is free.
   *
   * @param response its `close` event ends the wait of a client that has disconnected
   * @param sender senders that wait get slots in turn, whoever sends more, and none holds more than half of them
   * @throws {OverloadedError} (as a rejection) when no slot becomes free in time, or too many requests wait
   */
  enter(lane: Lane | LookUpLane, response: Closable, sender?: string): Release | Promise<Release>;
  /** Takes a slot again, even if none is free, for a request that gave up its own. */
  enterAgain(lane: Lane, sender?: string): Release;
  close(): void;
}

/** `Retry-After` of a refused request, in seconds. */
export const RETRY_AFTER_SECONDS = 2;
/** Look-ups that run at once share a statement, so these slots are enough for thousands of look-ups a second. */
const LOOK_UPS_AT_ONCE = 64;
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
 * members. A request waits for a free slot. After `maxWaitMs` it is refused before any work is done for it. The wait
 * also slows down clients that retry immediately. While the event loop is late, the slots of strangers are halved
 * every 300 ms. While it is on time, they get one more every 300 ms.
 *
 * Strangers of one address also have a budget of work: of the time that their requests hold slots.
 */
export function createAdmission(options: AdmissionOptions, registry: Registry): Admission {
  const { maxWaitMs, workPerAddressPerMinute } = options;
  const work = workPerAddressPerMinute > 0 ? new WorkBudget(workPerAddressPerMinute / 60) : undefined;
  const lanes: Record<Lane | LookUpLane, Slots> = {
    bots: new Slots(options.concurrentBotRequests, 2 * maxWaitMs),
    votes: new Slots(options.concurrentVotes, 2 * maxWaitMs),
    members: new Slots(options.concurrentMemberRequests, 2 * maxWaitMs),
    strangers: new Slots(options.concurrentStrangerRequests, maxWaitMs, work),
    'token-look-ups': new Slots(LOOK_UPS_AT_ONCE, 2 * maxWaitMs),
    'session-look-ups': new Slots(LOOK_UPS_AT_ONCE, 2 * maxWaitMs),
  };
  const refused = measure(lanes, registry);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let lookedAt = performance.now();
  let sweptAt = lookedAt;
  const sweeping = setInterval(() => {
    const now = performance.now();
    if (now - lookedAt >= LOOK_MS) {
      adapt(lanes.strangers, delay.mean / 1e6 - RESOLUTION_MS, options.maxEventLoopDelayMs);
      delay.reset();
      lookedAt = now;
    }
    // A late event loop sweeps less often, so each sweep may refuse more.
    const most = Math.ceil(((now - sweptAt) / 1000) * REFUSED_PER_SECOND);
    for (const [lane, slots] of Object.entries(lanes)) refused.inc({ lane }, slots.sweep(now, most));
    sweptAt = now;
  }, SWEEP_MS).unref();

  return {
    enter(lane, response, sender) {
      const slots = lanes[lane];
      if (slots.isFree(sender)) return slots.take(sender);
      if (!slots.isFull(sender)) return slots.wait(response, sender);
      refused.inc({ lane });
      return Promise.reject(new OverloadedError());
    },
    enterAgain: (lane, sender) => lanes[lane].take(sender),
    close() {
      clearInterval(sweeping);
      delay.disable();
    },
  };
}

/** @param lateMs how late the event loop was */
function adapt(slots: Slots, lateMs: number, maxLoopDelayMs: number): void {
  if (lateMs > maxLoopDelayMs) {
    slots.limit = Math.max(Math.min(LEAST, slots.most), Math.floor(slots.limit / 2));
  } else if (lateMs < maxLoopDelayMs / 2 && slots.limit < slots.most) {
    slots.limit += 1;
  }
}

/** @returns the counter of refused requests */
function measure(lanes: Readonly<Record<string, Slots>>, registry: Registry): Counter<'lane'> {
  const labelNames = ['lane'] as const;
  const registers = [registry];
  const gauge = (name: string, help: string, read: (slots: Slots) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [lane, slots] of Object.entries(lanes)) this.set({ lane }, read(slots));
      },
    });
  gauge('requests_in_flight', 'Requests that hold a slot, by lane.', (slots) => slots.inFlight);
  gauge('requests_waiting', 'Requests that wait for a slot, by lane.', (slots) => slots.waiting);
  return new Counter({
    name: 'requests_refused_total',
    help: 'Requests that got 503 because their lane was full, by lane.',
    labelNames,
    registers,
  });
}
