import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { makeFolder } from '../kit/folder.ts';
import { type ServiceProcess, startProcess } from '../kit/process.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile, postOperation } from '../kit/service.ts';
import { cast, signIn } from './vote-stream.ts';

const VOTES = 200;

interface Sample {
  readonly bots: { readonly id: string; readonly token: string }[];
  readonly users: { readonly id: string }[];
  readonly ownerId: string;
}

const opened = await forFile(new AsyncDisposableStack());
const receiver = await forFile(startReceiver());
const port = await freePort(0);
const url = `http://127.0.0.1:${port}`;
const environment = {
  DATA_DIR: await makeFolder('kill', opened),
  PORT: String(port),
  WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
  LOG_LEVEL: 'warn',
};
let service: ServiceProcess | undefined;
opened.defer(async () => void (await service?.stop()));

test('kill -9 of every process in the middle of 200 votes loses no recorded vote and no delivery', async () => {
  service = await startProcess(environment);
  const sample = await seed();
  const bot = sample.bots[0];
  if (!bot) throw new Error('Nothing was seeded.');
  const cookies = await inTurns(sample.users, 8, (user) => signIn(url, user.id));

  // At most a hundred deliveries are listed at once, and a few votes are under way beside those answered.
  const killAfter = 20 + Math.floor(Math.random() * 70);
  let answered = 0;
  let killed: Promise<void> | undefined;
  const recorded = new Map<string, string>();
  await inTurns([...cookies.keys()], 8, async (index) => {
    if (killed) return;
    const votedAt = await cast(url, cookies[index] ?? '', bot.id).catch(() => undefined);
    if (votedAt === undefined) return;
    recorded.set(sample.users[index]?.id ?? '', votedAt);
    answered += 1;
    if (answered >= killAfter) killed ??= service?.killTree();
  });
  await killed;
  expect(recorded.size).toBeGreaterThanOrEqual(killAfter);
  expect(recorded.size).toBeLessThan(VOTES);

  service = await startProcess(environment);
  const log = await readLog(bot);
  for (const [userId, votedAt] of recorded) expect(log.get(userId)).toBe(votedAt);

  const ends = await untilEnded(bot.id, sample.ownerId, log.size);
  expect(ends).toEqual({ DELIVERED: log.size });
  const arrived = new Map(receiver.received.map(({ body }) => [body.user_id, body.voted_at]));
  expect(arrived).toEqual(log);
  process.stdout.write(
    `\nkilled after ${answered} answers: ${recorded.size} recorded, ${log.size} in the log, ` +
      `${receiver.received.length} requests for ${arrived.size} votes; ` +
      `started again in ${Math.round(service.startMs)} ms\n`,
  );
});

async function seed(): Promise<Sample> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'src/seed/main.ts',
      '--json',
      '--bots',
      '1',
      '--users',
      String(VOTES),
      '--votes',
      '0',
      '--webhook',
      receiver.url,
    ],
    { env: { ...process.env, ...environment } },
  );
  return JSON.parse(stdout) as Sample;
}

async function graphql<Data>(cookie: string, query: string, variables: object): Promise<Data> {
  const response = await postOperation(url, { query, variables }, { cookie });
  return ((await response.json()) as { data: Data }).data;
}

async function readLog(bot: Sample['bots'][number]): Promise<Map<string, string>> {
  const response = await fetch(`${url}/api/v1/bots/${bot.id}/votes?limit=1000`, {
    headers: { authorization: bot.token },
  });
  const { votes } = (await response.json()) as { votes: { user_id: string; voted_at: string }[] };
  return new Map(votes.map((vote) => [vote.user_id, vote.voted_at]));
}

/** How many deliveries ended in which state, once none is pending any more. */
async function untilEnded(botId: string, ownerId: string, count: number): Promise<Record<string, number>> {
  const cookie = await signIn(url, ownerId);
  const query = '{ viewer { bots { botId deliveries(first: 100) { state } } } }';
  for (;;) {
    const data = await graphql<{ viewer: { bots: { botId: string; deliveries: { state: string }[] }[] } }>(
      cookie,
      query,
      {},
    );
    const states = data.viewer.bots.find((bot) => bot.botId === botId)?.deliveries ?? [];
    const ends = Object.groupBy(states, (delivery) => delivery.state);
    if (!ends.PENDING && receiver.received.length >= count) {
      return Object.fromEntries(Object.entries(ends).map(([state, list]) => [state, list?.length ?? 0]));
    }
    await delay(200);
  }
}

/** Works through a list, some at a time, and returns the results in order. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < items.length) {
        const index = next++;
        results[index] = await work(items[index] as Item);
      }
    }),
  );
  return results;
}
