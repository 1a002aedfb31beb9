import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { makeFolder } from '../kit/folder.ts';
import type { Stack } from '../kit/stack.ts';
import type { Supervised } from '../kit/supervise.ts';

const MAX_CONNECTIONS = 40;
const DISK = '320m';
const CHUNK = Buffer.alloc(1024 * 1024);

/** Breaks the database, and returns how it is mended. */
export type Fault = (subject: {
  stack: Stack;
  disk: string;
  admin: Database['sql'];
}) => Promise<() => Promise<unknown>>;

/** What the server needs so that it can be broken quickly. */
export const SETTINGS = {
  max_connections: String(MAX_CONNECTIONS),
  max_wal_size: '64MB',
  min_wal_size: '32MB',
};

/**
 * A disk that can be filled up: a file system in memory.
 *
 * @throws where this is not root, who alone may mount it
 */
export async function mountDisk(opened: AsyncDisposableStack): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('To fill a disk up, the test mounts one: run it as root.');
  const disk = await makeFolder('disk', opened);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', disk]);
  opened.defer(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** Keeps a disk full. @returns what empties it again */
export async function fillUp(disk: string): Promise<() => Promise<void>> {
  const path = join(disk, 'filling');
  const filling = await open(path, 'w');
  const fill = async (chunk: Buffer) => {
    try {
      for (;;) await filling.write(chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };
  let isOver = false;
  const keepFull = (async () => {
    while (!isOver) {
      await fill(CHUNK);
      await fill(CHUNK.subarray(0, 4096));
      await delay(50);
    }
  })();
  return async () => {
    if (isOver) return;
    isOver = true;
    await keepFull;
    await filling.close();
    await rm(path);
  };
}

/** Ends every connection of the service. */
const terminateAll = (admin: Database['sql']) =>
  admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bot-listing'`;

const restart =
  (signal: NodeJS.Signals): Fault =>
  async ({ stack }) => {
    stack.parts.PostgreSQL.hold();
    stack.parts.PostgreSQL.kill(signal);
    return async () => stack.parts.PostgreSQL.release();
  };

const setReadOnly = async (admin: Database['sql'], value: 'on' | 'off') => {
  await admin.unsafe(`alter system set default_transaction_read_only = ${value}`);
  await admin`select pg_reload_conf()`;
};

/** The server's process and all that it has started. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
}

/** Stops every process of a server, whose connections stay open. @returns what lets them go on */
export async function freeze({ pid }: Supervised): Promise<() => Promise<void>> {
  if (pid === undefined) throw new Error('PostgreSQL does not run.');
  // The server first: it starts no more then.
  process.kill(pid, 'SIGSTOP');
  const stopped = processesOf(pid);
  for (const one of stopped) process.kill(one, 'SIGSTOP');
  return async () => {
    for (const one of stopped.toReversed()) process.kill(one, 'SIGCONT');
  };
}

/** By what happens. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'restarted, fast': restart('SIGINT'),
  'restarted, immediate': restart('SIGQUIT'),

  'every connection terminated, again and again': async ({ admin }) => {
    let isOver = false;
    const terminating = (async () => {
      while (!isOver) {
        await terminateAll(admin);
        await delay(200);
      }
    })();
    return () => {
      isOver = true;
      return terminating;
    };
  },

  'connection limit reached': async ({ stack, admin }) => {
    let isOver = false;
    const clients = Array.from({ length: MAX_CONNECTIONS }, async () => {
      while (!isOver) {
        const client = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
        // It stays until the end, or tries again when there was no place.
        await client`select 1`.then(
          async () => {
            while (!isOver) await delay(20);
          },
          () => delay(5),
        );
        await client.end({ timeout: 1 });
      }
    });
    await delay(300);
    await terminateAll(admin);
    return () => {
      isOver = true;
      return Promise.all(clients);
    };
  },

  'read-only': async ({ admin }) => {
    await setReadOnly(admin, 'on');
    return () => setReadOnly(admin, 'off');
  },

  'disk full': ({ disk }) => fillUp(disk),

  'one table locked': async ({ stack }) => {
    const locker = openDatabase({ url: `${stack.databaseUrl}?application_name=locker` }, 1, {
      isPatient: true,
    });
    const holding = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const locked = locker.sql.begin(async (sql) => {
      await sql`set local idle_in_transaction_session_timeout = 0`;
      await sql`lock table bots in access exclusive mode`;
      holding.resolve();
      await over.promise;
    });
    await holding.promise;
    return async () => {
      over.resolve();
      await locked;
      await locker.close();
    };
  },

  silent: async ({ stack }) => freeze(stack.parts.PostgreSQL),
};
