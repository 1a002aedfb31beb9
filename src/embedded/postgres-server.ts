import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { createFramer, type Frame, message, refuseCopy } from './postgres-frames.ts';
import { createTurns } from './postgres-turns.ts';

/** A running server. */
export interface PostgresServer {
  /** Runs a statement of the service itself, when no client is in a query or a transaction. */
  execute(statement: string): void;
  /** Disconnects all clients and removes the socket. The database stays open. */
  close(): Promise<void>;
}

/**
 * Serves one PGlite database to any number of clients on a Unix socket.
 *
 * All clients share one session. Queries and transactions are kept apart, and all other clients wait during a
 * transaction. SET, temporary tables, session-level advisory locks and LISTEN are common to all clients. Notifications
 * do not arrive. Queries cannot be cancelled, and COPY FROM STDIN is refused.
 *
 * @param init.db the open database
 * @param init.path the socket; an existing one is replaced, so no other process may serve it
 * @param init.maxIdleMs how long a client may be silent in a transaction while others wait
 * @param init.onFatal called when the database itself fails; the process should end
 */
export async function servePostgres(init: {
  db: PGlite;
  path: string;
  maxIdleMs: number;
  onFatal(error: unknown): void;
}): Promise<PostgresServer> {
  const { db, path } = init;
  const sockets = new Set<Socket>();
  const turns = createTurns({
    async run(bytes) {
      const answer: Buffer[] = [];
      // The chunks are views of the database's memory, so they must be copied.
      await db.runExclusive(() =>
        db.execProtocolRawStream(bytes, { onRawData: (data) => answer.push(Buffer.from(data)) }),
      );
      return Buffer.concat(answer);
    },
    inTransaction: () => db.isInTransaction(),
    maxIdleMs: init.maxIdleMs,
    onFatal: init.onFatal,
  });
  const own = turns.join({ reply: () => undefined, evict: () => undefined });

  function serve(socket: Socket): void {
    const frame = createFramer();
    const seat = turns.join({
      reply: (bytes) => socket.write(bytes),
      evict: () => socket.destroy(),
    });
    const isForDatabase = (packet: Frame): boolean => {
      if (packet.kind === 'encryption') socket.write('N');
      else if (packet.kind === 'cancel' || packet.type === 'X') socket.end();
      else return true;
      return false;
    };
    sockets.add(socket);
    socket.on('data', (chunk) => {
      try {
        seat.push(frame(chunk).filter(isForDatabase).map(refuseCopy));
      } catch {
        socket.destroy();
      }
    });
    // 'close' always follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      seat.leave();
    });
  }

  const server = createServer(serve);
  rmSync(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  chmodSync(path, 0o600);

  return {
    execute(statement) {
      own.push([{ kind: 'message', type: 'Q', bytes: message('Q', `${statement}\0`) }]);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
