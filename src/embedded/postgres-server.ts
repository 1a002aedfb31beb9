import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { createFramer, type Frame, message, refuseCopy } from './postgres-frames.ts';
import { createTurns } from './postgres-turns.ts';

/** A running server. */
export interface PostgresServer {
  /** Runs one statement of our own when no client is in the middle of something. */
  execute(statement: string): void;
  /** Disconnects everybody and removes the socket; the database stays open. */
  close(): Promise<void>;
}

/**
 * Serves one PGlite database to any number of clients on a Unix socket.
 *
 * All clients share one session: queries and transactions are kept apart, but SET, temporary tables, session-level
 * advisory locks and LISTEN are common to all (notifications reach nobody), a transaction makes everybody else wait,
 * queries cannot be cancelled, and COPY FROM STDIN is refused.
 *
 * @param init `db`: the open database; `path`: the socket, replaced when it exists, so the caller must know that nobody
 *   serves it; `maxIdleMs`: how long a client may hold a transaction open without a word while others wait;
 *   `onFatal`: called when the database itself fails; the process should end.
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
      // The chunks are views of the database's own memory, so they are copied.
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
    // 'close' always follows, and says all there is to say.
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
