/** The deliveries of one lane that are started and whose first attempt is not over yet. */
export interface Slots {
  readonly size: number;
  /** The bot of each such delivery. */
  bots(): string[];
  /**
   * Takes a slot until the work ends.
   *
   * @param work its failure is ignored: a lease that is not released ends by itself
   * @param onFree called when the slot is free again
   */
  take(botId: string, work: Promise<void>, onFree: () => void): void;
  /** Resolves when all the work is done. */
  emptied(): Promise<unknown>;
}

export function createSlots(): Slots {
  const taken = new Map<Promise<void>, string>();
  return {
    get size() {
      return taken.size;
    },
    bots: () => [...taken.values()],
    take(botId, work, onFree) {
      const kept = work
        .catch(() => {})
        .finally(() => {
          taken.delete(kept);
          onFree();
        });
      taken.set(kept, botId);
    },
    emptied: () => Promise.all(taken.keys()),
  };
}

export function countEach(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
