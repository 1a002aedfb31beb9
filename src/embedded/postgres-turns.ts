import { endsQuery, type Frame, message, statementOf } from './postgres-frames.ts';

/** One client of the single database session. */
export interface Seat {
  /** Adds packets, in the order of their arrival. */
  push(frames: Frame[]): void;
  /** The client is gone: its unfinished query and transaction are rolled back. */
  leave(): void;
}

interface Client {
  frames: Frame[];
  statements: Set<string>;
  midQuery: boolean;
  gone: boolean;
  reply(bytes: Buffer): void;
  evict(): void;
}

const SYNC = message('S', '');
const ROLLBACK = message('Q', 'ROLLBACK\0');

/**
 * Shares one database session between many clients, which take turns.
 *
 * A turn lasts from the first packet of a query until the server is ready for the next one, and in a transaction until
 * its end. The packets of two queries must not mix, because clients would use each other's unnamed portal. (With
 * pglite-socket, concurrent clients get "portal does not exist".)
 *
 * @param session.run runs packets and returns the response
 * @param session.inTransaction whether a transaction is open
 * @param session.maxIdleMs how long a client may be silent in its turn while others wait
 * @param session.onFatal called when `run` throws; the session's state is then unknown, and no client gets a turn any
 *   more
 */
export function createTurns(session: {
  run(bytes: Uint8Array): Promise<Buffer>;
  inTransaction(): boolean;
  maxIdleMs: number;
  onFatal(error: unknown): void;
}): { join(client: { reply(bytes: Buffer): void; evict(): void }): Seat } {
  const waiting = new Set<Client>();
  let holder: Client | undefined;
  let running = false;
  let idle: NodeJS.Timeout | undefined;

  async function work(): Promise<void> {
    if (running) return;
    running = true;
    clearTimeout(idle);
    try {
      while (holder || waiting.size > 0) {
        const client = holder ?? takeNext();
        if (!client) break;
        holder = client;
        if (client.gone) {
          await tidyUp(client);
          holder = undefined;
          continue;
        }
        if (client.frames.length === 0) break;
        await runOne(client);
        if (!client.gone && !client.midQuery && !session.inTransaction()) {
          holder = undefined;
          if (client.frames.length > 0) waiting.add(client);
        }
      }
      running = false;
      if (holder) idle = setTimeout(evictIdle, session.maxIdleMs, holder);
    } catch (error) {
      session.onFatal(error);
    }
  }

  function takeNext(): Client | undefined {
    const [next] = waiting;
    if (next) waiting.delete(next);
    return next;
  }

  async function runOne(client: Client): Promise<void> {
    const end = client.frames.findIndex(endsQuery);
    const batch = client.frames.splice(0, end < 0 ? client.frames.length : end + 1);
    for (const frame of batch) {
      const statement = statementOf(frame);
      if (statement?.made) client.statements.add(statement.name);
      else if (statement) client.statements.delete(statement.name);
    }
    client.midQuery = end < 0;
    client.reply(await session.run(Buffer.concat(batch.map((frame) => frame.bytes))));
  }

  async function tidyUp(client: Client): Promise<void> {
    if (client.midQuery) await session.run(SYNC);
    client.midQuery = false;
    if (session.inTransaction()) await session.run(ROLLBACK);
    // The session outlives its clients, so their prepared statements would accumulate in it.
    const closes = [...client.statements].map((name) => message('C', `S${name}\0`));
    client.statements.clear();
    if (closes.length > 0) await session.run(Buffer.concat([...closes, SYNC]));
  }

  function evictIdle(client: Client): void {
    if (holder !== client) return;
    if (waiting.size > 0) client.evict();
    else idle = setTimeout(evictIdle, session.maxIdleMs, client);
  }

  return {
    join({ reply, evict }) {
      const client: Client = {
        frames: [],
        statements: new Set(),
        midQuery: false,
        gone: false,
        reply,
        evict,
      };
      const call = (): void => {
        if (holder !== client) waiting.add(client);
        void work();
      };
      return {
        push(frames) {
          if (client.gone || frames.length === 0) return;
          client.frames.push(...frames);
          call();
        },
        leave() {
          if (client.gone) return;
          client.gone = true;
          client.frames = [];
          call();
        },
      };
    },
  };
}
