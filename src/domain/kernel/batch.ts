import DataLoader from 'dataloader';

/**
 * Gathers concurrent calls into one statement. While fewer than `parallel` statements are under way
 * a call leaves at the end of the current turn of the event loop; from then on calls wait and leave together when one
 * returns. So a lone caller waits for nobody, and under load the statements grow instead of the queue.
 *
 * @param load answers for every key, in the order of the keys
 * @param parallel how many statements may be under way at once
 */
export function createBatch<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  parallel = 2,
): (key: Key) => Promise<Value> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const loader = new DataLoader<Key, Value>(
    async (keys) => {
      underWay += 1;
      try {
        return await load(keys);
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
        if (underWay < parallel) setImmediate(dispatch);
        else waiting.push(dispatch);
      },
    },
  );
  return (key) => loader.load(key);
}

/**
 * Makes a read of one thing from a read of many: calls that arrive together leave as one statement, from whichever
 * requests they come. The key must hold all that a result depends on, the viewer's rights included.
 *
 * @param load reads for every key, in the order of the keys
 * @returns the read of one. Only calls with the same services share a statement: each lane keeps to its connections.
 */
export function gathered<Services extends object, Key, Value>(
  load: (services: Services, keys: readonly Key[]) => Promise<readonly Value[]>,
): (services: Services, key: Key) => Promise<Value> {
  const batches = new WeakMap<Services, (key: Key) => Promise<Value>>();
  return (services, key) => {
    let batch = batches.get(services);
    if (!batch) {
      batch = createBatch((keys: readonly Key[]) => load(services, keys));
      batches.set(services, batch);
    }
    return batch(key);
  };
}

/**
 * Puts the answers of a statement for many in the order of its keys.
 *
 * @param found each answer with the position of its key, counted from 1
 */
export function inOrder<Value>(
  length: number,
  found: (readonly [position: number, value: Value])[],
): (Value | undefined)[] {
  // Filled, since DataLoader takes a hole in the last place for an answer that is missing.
  const answers = new Array<Value | undefined>(length).fill(undefined);
  for (const [position, value] of found) answers[position - 1] = value;
  return answers;
}
