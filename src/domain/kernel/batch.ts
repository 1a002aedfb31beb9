import { channel } from 'node:diagnostics_channel';
import DataLoader from 'dataloader';
import { type Column, type SQL, sql } from 'drizzle-orm';

/** A call of a function that shares statements. */
export interface SharedCall {
  /** What a subscriber of `sharedCalls` notes about the caller. */
  caller?: unknown;
}

/** Publishes each `SharedCall` when it is made. Without a subscriber, this and the next channel cost nothing. */
export const sharedCalls = channel('bot-listing.shared-call');
/** Surrounds each shared statement, with the list of all `SharedCall`s that it serves. So traces can tell. */
export const sharedStatements = channel('bot-listing.shared-statement');

/**
 * Combines concurrent calls into one statement. While fewer than `parallel` statements are running, a call is sent at
 * the end of the current turn of the event loop, or at once if it seems to be alone: nothing is running, and the
 * statement before had one call. Otherwise it waits, and all waiting calls are sent together when a statement returns.
 * So a single call never waits for others, and under load the statements grow instead of the queue.
 *
 * In SQL, for look-ups by a whole key, write `unnest((select ${keys}::text[]))`. PostgreSQL then cannot see how many
 * keys there are, and keeps one plan. Otherwise it makes a new plan for each statement, which takes longer than the
 * statement itself.
 *
 * @param load returns a value for every key, in the order of the keys; an Error is thrown to the caller of its key
 * @param parallel the maximum number of statements that run at once
 */
export function createBatch<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
  parallel = 2,
): (key: Key) => Promise<Value> {
  let underWay = 0;
  let isCrowded = false;
  const waiting: (() => void)[] = [];
  const loader = new DataLoader<Call<Key>, Value>(
    async (calls) => {
      underWay += 1;
      isCrowded = calls.length > 1;
      const keys = calls.map(({ key }) => key);
      try {
        return await (sharedStatements.hasSubscribers
          ? sharedStatements.runStores(calls, () => load(keys))
          : load(keys));
      } finally {
        underWay -= 1;
        const next = waiting.shift();
        if (next) setImmediate(next);
      }
    },
    {
      cache: false,
      maxBatchSize: 500,
      batchScheduleFn: (dispatch) => {
        if (underWay === 0 && !isCrowded) queueMicrotask(dispatch);
        else if (underWay < parallel) setImmediate(dispatch);
        else waiting.push(dispatch);
      },
    },
  );
  return (key) => {
    const call: Call<Key> = { key };
    if (sharedCalls.hasSubscribers) sharedCalls.publish(call);
    return loader.load(call);
  };
}

interface Call<Key> extends SharedCall {
  readonly key: Key;
}

/**
 * Makes a function that reads one item from a function that reads many. Concurrent calls share a statement, also when
 * they come from different requests. The key must hold everything that the result depends on, including the rights of
 * the viewer.
 *
 * @param load as for {@link createBatch}
 * @param parallel as for {@link createBatch}
 * @returns the read of one item. Only calls with the same services share a statement, because each lane has its own
 *   connections.
 */
export function gathered<Services extends object, Key, Value>(
  load: (services: Services, keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
  parallel?: number,
): (services: Services, key: Key) => Promise<Value> {
  const batches = new WeakMap<Services, (key: Key) => Promise<Value>>();
  return (services, key) => {
    let batch = batches.get(services);
    if (!batch) {
      batch = createBatch((keys: readonly Key[]) => load(services, keys), parallel);
      batches.set(services, batch);
    }
    return batch(key);
  };
}

/**
 * Puts the rows of a batch statement into the order of its keys.
 *
 * @param length the number of keys
 * @param rows at most one for each key, with the position of the key, counted from 1
 */
export function inOrder<Row extends { readonly position: number }>(
  length: number,
  rows: readonly Row[],
): (Omit<Row, 'position'> | undefined)[] {
  // DataLoader reports a hole in the last position as a missing value, so every position is filled.
  const values = new Array<Omit<Row, 'position'> | undefined>(length).fill(undefined);
  for (const { position, ...row } of rows) values[position - 1] = row;
  return values;
}

/** Finds the rows of each bot, in the order of the ids. */
export function ofEach<Row extends { readonly botId: string }>(
  botIds: readonly string[],
  rows: readonly Row[],
): Row[][] {
  const ofBots = Map.groupBy(rows, ({ botId }) => botId);
  return botIds.map((botId) => ofBots.get(botId) ?? []);
}

/*
 * Conditions on several ids at once. The first two are for a lateral join that reads the first rows of each id from an
 * index: PostgreSQL runs the joined query once per id, so the rows of each id keep its order.
 */

/** The ids as a table, without duplicates. */
export function eachId(ids: readonly string[]): SQL {
  return sql`unnest(${sql.param([...new Set(ids)])}::text[]) as each(id)`;
}

/** The id of the row of {@link eachId}, inside the joined query. */
export const theId = sql<string>`each.id`;

/**
 * Matches the rows of any of several ids. Unlike `inArray`, it is the same statement for any number of ids, so that
 * PostgreSQL keeps its plan.
 *
 * @param column has the type text
 */
export function isOneOf(column: Column, ids: readonly string[]): SQL {
  return sql`${column} = any((select ${sql.param([...ids])}::text[])::text[])`;
}
