import type { Connection } from './connection.ts';
import type { VettedTarget } from './vet.ts';

/** Connections that wait for the next request to the same origin. */
export interface IdleConnections {
  /** Takes a connection out, if one for this origin ends at an address that was vetted for this very request. */
  take(vetted: VettedTarget): Connection | undefined;
  /** Keeps a connection whose reply was read to its end. The oldest is closed when there are too many. */
  keep(connection: Connection): void;
  /** Forgets a connection that is gone. */
  drop(connection: Connection): void;
  clear(): void;
}

/**
 * Creates an empty set of idle connections. How long each may stay is the connection's own affair.
 *
 * @param maxIdle how many connections may be kept in all.
 * @param maxPerOrigin how many of them may lead to one origin, so that one busy receiver leaves places to others.
 */
export function createIdleConnections(maxIdle: number, maxPerOrigin: number): IdleConnections {
  const idle = new Set<Connection>();
  return {
    take({ target, addresses }) {
      for (const connection of idle) {
        if (connection.origin !== target.origin || !addresses.includes(connection.address)) continue;
        idle.delete(connection);
        if (!connection.isGone()) return connection;
      }
      return undefined;
    },
    keep(connection) {
      if (connection.isGone()) return;
      idle.add(connection);
      const ofOrigin = [...idle].filter(({ origin }) => origin === connection.origin);
      const [oldest] = ofOrigin.length > maxPerOrigin ? ofOrigin : idle;
      if (oldest === undefined || (ofOrigin.length <= maxPerOrigin && idle.size <= maxIdle)) return;
      idle.delete(oldest);
      oldest.destroy();
    },
    drop: (connection) => void idle.delete(connection),
    clear() {
      for (const connection of idle) connection.destroy();
      idle.clear();
    },
  };
}
