import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/config.ts';
import { type CopyGuard, type NewestCopy, replaces } from '../db/newest-copy.ts';
import { openDataFolder } from '../embedded/data-folder.ts';
import { readPostgresUrl } from '../lib/postgres-url.ts';
import { repeat } from '../lib/repeat.ts';

/** How soon a process learns what another one has seen, in milliseconds. */
const EVERY_MS = 1000;
const REDIS_TIMEOUT_MS = 1000;
const KEPT = /^(\d{1,9}) (\d{1,20}) (\d{1,10})$/;

/** Where the processes of a site keep which copy of the database is the newest. */
export interface CopyMemory {
  /** @returns undefined when nothing is kept, or it cannot be read */
  read(): Promise<NewestCopy | undefined>;
  /** @throws when it cannot be written */
  write(newest: NewestCopy): Promise<void>;
  /**
   * Writes a copy unless a newer one is kept. Another process, or `database accept`, may have written since the last
   * read.
   *
   * @throws when it cannot be read or written
   */
  offer(newest: NewestCopy): Promise<void>;
}

/**
 * Opens the memory of a database: in Redis, or else in a file in `DATA_DIR`. The database itself cannot keep it, since
 * an older copy has older rows.
 *
 * Another address has a memory of its own. So a copy that is started for a drill, with the settings of the service,
 * does not stop the service.
 *
 * @param url of the database
 */
export async function openCopyMemory(
  { redisUrl, dataDir }: Pick<Config, 'redisUrl' | 'dataDir'>,
  url: string,
  parts: AsyncDisposableStack,
): Promise<CopyMemory> {
  const { host, port, database } = readPostgresUrl(url);
  const servers = host.map((name, index) => `${name}:${port[index]}`).sort();
  const hash = createHash('sha256').update(`${servers}/${database}`).digest('hex').slice(0, 16);
  const kept = redisUrl === undefined ? inFile(dataDir, hash) : await inRedis(redisUrl, hash, parts);
  return {
    read: async () => parse(await kept.read().catch(() => null)),
    write: (newest) => kept.write(format(newest)),
    offer: (newest) =>
      kept.write(format(newest), (text) => {
        const present = parse(text);
        return !present || replaces(newest, present);
      }),
  };
}

const format = ({ accepted, identifier, timeline }: NewestCopy) => `${accepted} ${identifier} ${timeline}`;

function parse(text: string | null): NewestCopy | undefined {
  const [, accepted, identifier, timeline] = KEPT.exec(text ?? '') ?? [];
  if (identifier === undefined) return undefined;
  return { accepted: Number(accepted), identifier, timeline: Number(timeline) };
}

interface Kept {
  read(): Promise<string | null>;
  /** @param mayReplace tells by the kept text whether to write */
  write(text: string, mayReplace?: (kept: string | null) => boolean): Promise<void>;
}

function inFile(dataDir: string, hash: string): Kept {
  const file = join(dataDir, `database-${hash}.newest`);
  const read = () => readFile(file, 'utf8');
  return {
    read,
    async write(text, mayReplace = () => true) {
      openDataFolder(dataDir);
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, text, { mode: 0o600 });
      if (mayReplace(await read().catch(() => null))) await rename(draft, file);
      else await rm(draft);
    },
  };
}

/** Another process may write between the read and the write of this one. */
const SET_IF_SAME = `
  if (redis.call('get', KEYS[1]) or '') == ARGV[1] then redis.call('set', KEYS[1], ARGV[2]) end`;

async function inRedis(url: string, hash: string, parts: AsyncDisposableStack): Promise<Kept> {
  // The client of Redis takes a part of the start that a process without it saves.
  const { openRedis } = await import('../lib/redis.ts');
  const { redis, connected, failure } = openRedis(url, REDIS_TIMEOUT_MS);
  parts.defer(() => redis.disconnect());
  // The rate limiter logs that Redis is away.
  await connected(REDIS_TIMEOUT_MS);
  const key = `bot-listing:newest-copy:${hash}`;
  const assertConnected = () => {
    const error = failure();
    if (error) throw error;
  };
  return {
    async read() {
      assertConnected();
      return await redis.get(key);
    },
    async write(text, mayReplace) {
      assertConnected();
      if (!mayReplace) return void (await redis.set(key, text));
      const kept = await redis.get(key);
      if (mayReplace(kept)) await redis.eval(SET_IF_SAME, 1, key, kept ?? '', text);
    },
  };
}

/**
 * Exchanges with the other processes which copy is the newest, until it is closed.
 *
 * @returns once this process knows what the others do
 */
export async function shareNewestCopy(
  guard: CopyGuard,
  memory: CopyMemory,
  parts: AsyncDisposableStack,
): Promise<void> {
  const share = async () => {
    const kept = await memory.read();
    if (kept) guard.learn(kept);
    const newest = guard.newest();
    const isKnown = !newest || (kept && isDeepStrictEqual(kept, newest));
    // Without a memory, this process still knows.
    if (!isKnown) await memory.offer(newest).catch(() => {});
  };
  await share();
  const sharing = repeat(EVERY_MS, share, EVERY_MS);
  parts.defer(async () => {
    await sharing.close();
    await share();
  });
}
