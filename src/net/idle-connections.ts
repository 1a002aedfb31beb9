import type { Connection } from './connection.ts';
import type { VettedTarget } from './vet.ts';

/** Connections that wait for the next request to the same origin. */
export interface IdleConnections {
  /** Removes and returns a connection to this origin whose address was vetted for this request, if there is one. */
  take(vetted: VettedTarget): Connection | undefined;
  /** Keeps a connection whose reply was read to its end. It closes the oldest connection when there are too many. */
  keep(connection: Connection): void;
  /** Forgets a connection that is gone. */
  drop(connection: Connection): void;
  clear(): void;
}

/**
 * Creates an empty set of idle connections. Each connection closes itself when it was idle for too long.
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
