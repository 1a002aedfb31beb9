import { type Database, type DatabaseAddress, openDatabase } from './client.ts';
import type { StatementWatch } from './statement-times.ts';

/** Connections for each lane of requests. Deliveries use those of `bots`. */
export type Pools = Record<'bots' | 'members' | 'strangers' | 'health', Database>;

/**
 * Opens a pool of connections for each lane of requests, so that no lane waits for another one. Bots, votes and
 * deliveries share the largest pool.
 *
 * @param total the number of all connections, at least 4
 * @param uses what this process does: `requests`, `deliveries` or both
 * @param watchOf returns what learns about the statements of a pool
 */
export function openPools(
  address: DatabaseAddress,
  total: number,
  uses: { readonly requests: boolean; readonly deliveries: boolean },
  parts: AsyncDisposableStack,
  watchOf?: (pool: string) => StatementWatch,
): Pools {
  const watched = (pool: keyof Pools) => (watchOf ? { watch: watchOf(pool) } : {});
  if (!uses.requests) {
    const all = openDatabase(address, total, watched('bots'));
    parts.defer(() => all.close());
    return { bots: all, members: all, strangers: all, health: all };
  }
  const quarter = Math.floor(total / 4);
  const forRequests = { forRequests: true, inTurn: true };
  // Deliveries and the ranking need statements that take longer than a request may wait.
  const bots = openDatabase(address, total - 2 * quarter - 1, {
    forRequests: !uses.deliveries,
    ...watched('bots'),
  });
  const strangers = openDatabase(address, quarter, { ...forRequests, ...watched('strangers') });
  const members = openDatabase(address, quarter, { ...forRequests, ...watched('members') });
  const health = openDatabase(address, 1, { ...forRequests, ...watched('health') });
  const close = async () => {
    await Promise.all([bots, strangers, members, health].map((pool) => pool.close()));
  };
  parts.defer(close);
  return { bots: { ...bots, close }, strangers, members, health };
}
