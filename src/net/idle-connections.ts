import type { Connection } from './connection.ts';
import type { VettedTarget } from './vet.ts';

/** How many connections may be kept in all. */
const maxIdle = 64;
/** How many of them may lead to one origin, so that one busy receiver leaves places to others. */
const maxIdlePerOrigin = 32;

/** Connections that wait for the next request. Each closes itself when it was idle for too long. */
export interface IdleConnections {
  /** Takes a connection to this origin whose address was vetted for this request, if there is one. */
  take(vetted: VettedTarget): Connection | undefined;
  /** Keeps a connection whose reply was read to its end. It closes the oldest connection when there are too many. */
  keep(connection: Connection): void;
  /** Forgets a connection that has closed itself. */
  remove(connection: Connection): void;
  /** Closes all connections, and each that comes later. */
  close(): void;
}

export function createIdleConnections(): IdleConnections {
  /** Oldest first. */
  const idle = new Set<Connection>();
  let isClosed = false;

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
      if (isClosed) connection.destroy();
      if (connection.isGone()) return;
      idle.add(connection);
      const ofOrigin = [...idle].filter(({ origin }) => origin === connection.origin);
      const [oldest] = ofOrigin.length > maxIdlePerOrigin ? ofOrigin : idle.size > maxIdle ? idle : [];
      if (oldest === undefined) return;
      idle.delete(oldest);
      oldest.destroy();
    },
    remove(connection) {
      idle.delete(connection);
    },
    close() {
      isClosed = true;
      for (const connection of idle) connection.destroy();
      idle.clear();
    },
  };
}
