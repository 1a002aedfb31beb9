import { type Cache, createCache } from '../lib/cache.ts';
import type { Budget } from './budget.ts';
import { type BudgetState, type BudgetStore, budgetState } from './store.ts';

export interface MemoryStoreOptions {
  /** The clock, in milliseconds since any moment. It may step. Default: a monotonic clock. */
  readonly now?: () => number;
  /** The maximum number of keys per budget name. Default: 100 000. */
  readonly maxKeys?: number;
}

/** Keys have at most a hundred characters. */
const MAX_KEY_BYTES = 400;

interface Shelf {
  /** The times of the admitted requests of each key within the window, oldest first. */
  readonly logs: Cache<number[]>;
  nextSweep: number;
}

/**
 * Keeps the times of requests in this process's memory. It is the default, for a single process (contract, section 8).
 *
 * Memory: at most `maxKeys` keys per budget name. Measured: 39 MB for 100 000 keys with few requests, 70 MB for 10 000
 * keys with 600 requests a minute, which are more than one process can serve. Once a window, a sweep removes the keys
 * that were idle for a window.
 *
 * With more than `maxKeys` keys, the one that was idle for the longest time is removed, with its count. To reset the
 * count of a one-minute budget this way, an attacker needs 100 000 other keys within that minute. A key is a verified
 * token, a signed-in user or a network address (a /64 of IPv6), so nobody has that many.
 */
export class MemoryStore implements BudgetStore {
  readonly #now: () => number;
  readonly #maxKeys: number;
  readonly #shelves = new Map<string, Shelf>();
  /** In whole milliseconds. lru-cache reads the time 0 as "no time". */
  #time = 1;
  #lastRead: number;

  constructor({ now = () => performance.now(), maxKeys = 100_000 }: MemoryStoreOptions = {}) {
    this.#now = now;
    this.#maxKeys = maxKeys;
    this.#lastRead = Math.floor(now());
  }

  /** The number of keys at present, in all budgets. */
  get size(): number {
    let size = 0;
    for (const { logs } of this.#shelves.values()) size += logs.size;
    return size;
  }

  take(key: string, budget: Budget): BudgetState {
    this.#readClock();
    const { logs } = this.#sweptShelf(budget);
    let times = logs.get(key);
    if (times === undefined) {
      times = [];
      logs.set(key, times);
    }
    const firstInWindow = times.findIndex((time) => this.#isWithin(budget, time));
    if (firstInWindow !== 0) times.splice(0, firstInWindow === -1 ? times.length : firstInWindow);
    if (times.length >= budget.max) return this.#stateOf(times, budget);
    times.push(this.#time);
    return { ...this.#stateOf(times, budget), admitted: true, retryAfterSeconds: 0 };
  }

  look(key: string, budget: Budget): BudgetState {
    this.#readClock();
    const times = this.#shelves.get(budget.name)?.logs.peek(key) ?? [];
    return this.#stateOf(
      times.filter((time) => this.#isWithin(budget, time)),
      budget,
    );
  }

  async close(): Promise<void> {
    this.#shelves.clear();
  }

  #isWithin({ windowSeconds }: Budget, time: number): boolean {
    return time > this.#time - windowSeconds * 1000;
  }

  /** @param times within the window; there are more than `max` only after the budget was made smaller */
  #stateOf(times: readonly number[], budget: Budget): BudgetState {
    const leavesIn = (time: number | undefined) =>
      time === undefined ? 0 : time + budget.windowSeconds * 1000 - this.#time;
    const remaining = Math.max(0, budget.max - times.length);
    return budgetState(budget, remaining, leavesIn(times[0]), leavesIn(times.at(-budget.max)));
  }

  /** A step backwards counts as no time: a request stays in its window for longer by the time between two reads. */
  #readClock(): void {
    const read = Math.floor(this.#now());
    this.#time += Math.max(0, read - this.#lastRead);
    this.#lastRead = read;
  }

  #sweptShelf(budget: Budget): Shelf {
    let shelf = this.#shelves.get(budget.name);
    if (shelf === undefined) {
      shelf = { logs: this.#newLogs(budget), nextSweep: 0 };
      this.#shelves.set(budget.name, shelf);
    }
    // lru-cache by itself removes an expired key only when somebody reads it.
    if (this.#time >= shelf.nextSweep) {
      shelf.logs.purgeStale();
      shelf.nextSweep = this.#time + budget.windowSeconds * 1000;
    }
    return shelf;
  }

  #newLogs(budget: Budget): Shelf['logs'] {
    // Of a key that has used up its budget. The times are added later, so each key counts as much.
    const bytes = MAX_KEY_BYTES + 8 * budget.max;
    return createCache<number[]>({
      maxBytes: this.#maxKeys * bytes,
      entryBytes: bytes,
      ttl: budget.windowSeconds * 1000,
      updateAgeOnGet: true,
      // With another resolution, lru-cache starts a timer for each read of the clock.
      ttlResolution: 0,
      perf: { now: () => this.#time },
    });
  }
}
