import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { type Seeded, seed } from '../../src/seed/seed.ts';
import { findPostgres, startPostgres } from '../kit/postgres.ts';
import { found, servicesOn, superviseIn, until } from '../kit/service-parts.ts';
import type { Supervised } from '../kit/supervise.ts';
import { openVoteEvents } from '../kit/vote-events.ts';
import { cast, signIn } from './vote-stream.ts';

const VOTES_APART_MS = 25;
const BOTS = 3;
const USERS = 240;
const STREAMS_PER_BOT = 2;

const opened = new AsyncDisposableStack();
let sample: Seeded;
let postgres: Supervised;
let webs: { readonly url: string; readonly server: Supervised }[];
beforeAll(async () => {
  const own = await startPostgres(
    found(await findPostgres(process.env.PATH ?? ''), 'PostgreSQL (install its server)'),
    opened,
  );
  postgres = own.server;
  const db = openDatabase({ url: own.url }, 2);
  opened.defer(() => db.close());
  await until('PostgreSQL', () => migrateDatabase(db));
  const key = randomBytes(32);
  sample = await seed(servicesOn(db, key), { bots: BOTS, users: USERS, votes: 0 });
  const supervise = superviseIn(opened);
  const startWeb = async () => {
    const port = await freePort(0);
    const env = {
      DATABASE_URL: own.url,
      ENCRYPTION_KEY: key.toString('base64'),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PORT: String(port),
    };
    const url = `http://127.0.0.1:${port}`;
    const server = supervise({ command: process.execPath, args: ['src/main.ts', 'web'], env });
    await until('a web process', () => fetch(`${url}/api/health`));
    return { url, server };
  };
  webs = [await startWeb(), await startWeb()];
});
afterAll(() => opened.disposeAsync());

type Bot = Seeded['bots'][number];

/** Follows a bot's votes like a client that never gives up. */
function follow(url: string, bot: Bot) {
  const seen: string[] = [];
  let reconnects = -1;
  let isOver = false;
  let leave = () => {};
  const following = (async () => {
    let lastId: string | undefined;
    while (!isOver) {
      const stream = await openVoteEvents(url, bot, { lastEventId: lastId }).catch(() => undefined);
      if (stream?.status === 200) {
        reconnects += 1;
        leave = stream.leave;
        for (let event = await stream.next(); event; event = await stream.next()) {
          seen.push(`${event.votedAt} ${event.userId}`);
        }
        lastId = stream.lastId() ?? lastId;
      }
      await delay(200);
    }
  })();
  return {
    seen,
    reconnects: () => reconnects,
    async stop() {
      isOver = true;
      leave();
      await following;
    },
  };
}

async function logOf(url: string, { id, token }: Bot): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/bots/${id}/votes?limit=1000`, {
    headers: { authorization: token },
  });
  const { votes } = (await response.json()) as { votes: { user_id: string; voted_at: string }[] };
  return votes.map((vote) => `${vote.voted_at} ${vote.user_id}`).toReversed();
}

test('through kills of web processes and restarts of PostgreSQL each stream has the log: nothing lost, doubled or out of order', async () => {
  const [streaming, other] = webs;
  if (!streaming || !other) throw new Error('There are two web processes.');
  const cookies: string[] = [];
  for (const { id } of sample.users) cookies.push(await signIn(other.url, id));
  const followers = sample.bots.flatMap((bot) =>
    Array.from({ length: STREAMS_PER_BOT }, () => ({ bot, ...follow(streaming.url, bot) })),
  );
  // A stream that has not begun yet would begin later.
  await until('each stream', async () => {
    if (followers.some(({ reconnects }) => reconnects() < 0)) throw new Error('Not yet.');
  });
  await delay(500);

  const faults = (async () => {
    await delay(2000);
    postgres.hold();
    postgres.kill();
    await delay(1500);
    postgres.release();
    await delay(3000);
    streaming.server.kill();
    await delay(3000);
    other.server.kill();
    await delay(2000);
    postgres.kill('SIGINT');
    await delay(3000);
    streaming.server.kill('SIGTERM');
  })();
  let accepted = 0;
  const casting: Promise<void>[] = [];
  for (let index = 0; index < USERS * BOTS; index++) {
    const bot = sample.bots[index % BOTS] as Bot;
    const url = [streaming.url, other.url][index % 2] ?? '';
    casting.push(
      cast(url, cookies[Math.floor(index / BOTS)] ?? '', bot.id).then(
        () => void accepted++,
        () => {},
      ),
    );
    await delay(VOTES_APART_MS);
  }
  await Promise.all([...casting, faults]);
  await until('the web processes', async () => {
    for (const { url } of webs) if (!(await fetch(`${url}/api/health`)).ok) throw new Error('Not yet.');
  });
  let inLog = 0;
  for (const bot of sample.bots) {
    const own = followers.filter((one) => one.bot === bot);
    // A vote whose process was killed may still be committed while this reads.
    await until('each vote on each stream', async () => {
      const { length } = await logOf(other.url, bot);
      if (own.some(({ seen }) => seen.length < length)) throw new Error('Not yet.');
    });
    const log = await logOf(other.url, bot);
    inLog += log.length;
    for (const follower of own) {
      expect(follower.seen).toEqual(log);
      expect(follower.reconnects()).toBeGreaterThanOrEqual(1);
    }
  }
  expect(inLog).toBeGreaterThanOrEqual(accepted);
  process.stdout.write(
    `\n${accepted} votes accepted, ${inLog} in the log; streams came back ${followers.map(({ reconnects }) => reconnects()).join(', ')} times\n`,
  );
  await Promise.all(followers.map((follower) => follower.stop()));
});
