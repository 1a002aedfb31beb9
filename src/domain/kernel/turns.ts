/**
 * Limits how many pieces of work with the same key run at once. The others wait in their order.
 *
 * @param most the maximum number for each key
 * @returns runs work in its turn
 */
export function createTurns(most: number) {
  const queues = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < most) queue.running += 1;
    else await new Promise<void>((start) => queue.waiting.push(start));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The turn goes on to the next one, so nobody who comes later is faster.
      if (next) next();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}

export type InTurn = ReturnType<typeof createTurns>;
