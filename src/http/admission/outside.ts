import { AsyncLocalStorage } from 'node:async_hooks';
import { RateLimitedError } from '../../domain/kernel/errors.ts';
import type { Services } from '../../schema/context.ts';

/** How many requests of a sender wait for other servers at once. Several people sign in from one address. */
const MOST_PER_SENDER = { account: 2, address: 10 };
/** How many requests wait in a process. They hold neither a slot nor a connection of the database, so there are many. */
const MOST = 512;
const RETRY_AFTER_SECONDS = 10;

/** A request, as the lane of waiting sees it. */
export interface Waiter {
  /** Whom its waiting counts for. */
  readonly sender: () => Promise<{ readonly key: string; readonly kind: keyof typeof MOST_PER_SENDER }>;
  /** Gives up the slot of the request. The returned function takes it again, even if none is free. */
  readonly pause: () => () => void;
}

interface Turn extends Waiter {
  /** How many calls wait. */
  calls: number;
  /** The place that they share. Its function gives it up. */
  place: Promise<() => void> | undefined;
}

type Call<Args extends readonly unknown[], Result> = (...args: Args) => Promise<Result>;
/** The services that reach other servers. */
export const REACHING: ReadonlySet<string | symbol> = new Set([
  'sender',
  'readTextRecords',
  'captcha',
  'mailer',
] satisfies (keyof Services)[]);

/**
 * The lane of requests that wait for other servers. While they wait, they hold no slot, so silent servers never hold
 * the slots of all members. Calls outside of a request, such as those of deliveries, are not limited.
 */
export interface Outside {
  /** Does the work of a request, whose calls of other servers then wait in this lane. */
  during<Result>(waiter: Waiter, work: () => Result): Result;
  /**
   * The services of requests. All that reaches other servers waits in this lane, and throws `RateLimitedError` when too
   * many requests wait, of this sender or in all.
   */
  services<Some extends object>(services: Some): Some;
}

/** Makes the lane of requests that wait for other servers. */
export function createOutside(): Outside {
  const turns = new AsyncLocalStorage<Turn>();
  /** How many requests of each sender wait. Senders without one are absent. */
  const waiting = new Map<string, number>();
  let total = 0;

  async function take({ sender, pause }: Turn): Promise<() => void> {
    const { key, kind } = await sender();
    const own = waiting.get(key) ?? 0;
    if (own >= MOST_PER_SENDER[kind] || total >= MOST) {
      throw new RateLimitedError(RETRY_AFTER_SECONDS, 'outside.tooMany');
    }
    waiting.set(key, own + 1);
    total += 1;
    const resume = pause();
    return () => {
      total -= 1;
      const left = (waiting.get(key) ?? 1) - 1;
      if (left > 0) waiting.set(key, left);
      else waiting.delete(key);
      resume();
    };
  }

  const limited =
    <Args extends readonly unknown[], Result>(call: Call<Args, Result>): Call<Args, Result> =>
    async (...args) => {
      const turn = turns.getStore();
      if (!turn) return call(...args);
      turn.calls += 1;
      turn.place ??= take(turn);
      const { place } = turn;
      try {
        await place;
        return await call(...args);
      } finally {
        turn.calls -= 1;
        if (turn.calls === 0) {
          turn.place = undefined;
          await place.then(
            (leave) => leave(),
            () => {},
          );
        }
      }
    };

  const limitedMethods = <Service extends object>(service: Service): Service =>
    new Proxy(service, {
      get(target, name) {
        const method = Reflect.get(target, name);
        return typeof method === 'function' ? limited(method.bind(target)) : method;
      },
    });

  return {
    during: (waiter, work) => turns.run({ ...waiter, calls: 0, place: undefined }, work),
    // Services that are replaced later are replaced here too.
    services: (services) =>
      new Proxy(services, {
        get(target, name) {
          const service = Reflect.get(target, name);
          if (!REACHING.has(name) || !service) return service;
          return typeof service === 'function'
            ? limited(service as Call<readonly unknown[], unknown>)
            : limitedMethods(service as object);
        },
      }),
  };
}
