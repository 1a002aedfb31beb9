import { LRUCache } from 'lru-cache';
import type { Budget } from './budget.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { RequestLog } from './request-log.ts';
import type { BudgetState, BudgetStore } from './store.ts';

export interface MemoryStoreOptions {
  /** The clock, in milliseconds since any moment; it may step. Default: a monotonic one. */
  readonly now?: () => number;
  /** Keys remembered for each budget name. Default: 100 000. */
  readonly maxKeys?: number;
}

interface Shelf {
  readonly logs: LRUCache<string, RequestLog>;
  nextSweep: number;
}

/**
 * Keeps the logs in this process: the default store, right for a single process (contract, section 8).
 *
 * Memory: at most `maxKeys` logs for each budget name, of about 350 bytes and 4 bytes a counted request
 * (measured: 34 MB for 100 000 keys of few requests, 28 MB for 10 000 keys of 600 a minute). A key that
 * was idle for a window is forgotten at the next sweep, one window later at most if anything is taken.
 *
 * Beyond `maxKeys` the key that was idle for the longest goes first, and its count with it. To reset
 * another client's count in a budget of one minute, 100 000 other keys have to be used between two
 * requests of that client and within that minute; a key belongs to a verified token, a signed-in user
 * or a network address (of IPv6, to a /64), so nobody can make that many up.
 */
export class MemoryStore implements BudgetStore {
  readonly #clock: () => number;
  readonly #maxKeys: number;
  readonly #shelves = new Map<string, Shelf>();
  #time = 0;

  constructor({ now = () => performance.now(), maxKeys = 100_000 }: MemoryStoreOptions = {}) {
    this.#clock = monotonicClock(now);
    this.#maxKeys = maxKeys;
  }

  /** Keys remembered at present, over all budgets. */
  get size(): number {
    let size = 0;
    for (const { logs } of this.#shelves.values()) size += logs.size;
    return size;
  }

  take(key: string, budget: Budget): BudgetState {
    this.#time = this.#clock();
    const { logs } = this.#sweptShelf(budget);
    let log = logs.get(key);
    if (log === undefined) {
      log = new RequestLog();
      logs.set(key, log);
    }
    return log.take(this.#time, budget);
  }

  async close(): Promise<void> {
    this.#shelves.clear();
  }

  #sweptShelf(budget: Budget): Shelf {
    let shelf = this.#shelves.get(budget.name);
    if (shelf === undefined) {
      shelf = { logs: this.#newLogs(budget), nextSweep: 0 };
      this.#shelves.set(budget.name, shelf);
    }
    // Once a window: lru-cache by itself drops an idle key only when somebody asks for it.
    if (this.#time >= shelf.nextSweep) {
      shelf.logs.purgeStale();
      shelf.nextSweep = this.#time + budget.windowSeconds * 1000;
    }
    return shelf;
  }

  #newLogs(budget: Budget): LRUCache<string, RequestLog> {
    return new LRUCache({
      max: this.#maxKeys,
      ttl: budget.windowSeconds * 1000,
      updateAgeOnGet: true,
      // With any other resolution lru-cache starts a timer for each read of the clock.
      ttlResolution: 0,
      perf: { now: () => this.#time },
    });
  }
}
