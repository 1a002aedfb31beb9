import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createClient, verifyWebhook } from '../../packages/client/src/index.ts';
import { listen } from '../../packages/client/src/listen.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { ownDatabase } from '../kit/database.ts';
import { makeFolder } from '../kit/folder.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { isAuthentic, type Receiver, startReceiver } from '../kit/receiver.ts';
import { forFile, startService } from '../kit/service.ts';
import { type Bot, useService } from '../kit/use-service.ts';

const CLI = resolve(import.meta.dirname, '../../packages/client/src/cli.ts');
const SECRET = `whsec_${'a1B2'.repeat(11)}`;

const subject = useService(9);
const opened = await forFile(new AsyncDisposableStack());
let receiver: Receiver;
const folder = await makeFolder('listen', opened);
beforeEach(async () => {
  receiver = await startReceiver();
  return () => receiver.close();
});

const clientOf = (bot: Bot, sleep = () => delay(20)) =>
  createClient({ baseUrl: subject.service.url, botId: bot.id, token: bot.token, sleep });

async function cast(bot: Bot, count: number): Promise<string[]> {
  const voters = Array.from({ length: count }, newUserId);
  for (const userId of voters) await castVote(subject.services, bot.id, userId);
  return voters;
}

/** Listens until the returned function is called. */
function start(bot: Bot, cursorFile: string, since?: string) {
  const ending = new AbortController();
  const lines: string[] = [];
  const options = { botId: bot.id, forward: receiver.url, secret: SECRET, cursorFile, since };
  const running = listen({
    ...{ ...options, client: clientOf(bot), signal: ending.signal },
    print: (line) => lines.push(line),
  });
  return {
    lines,
    running,
    async stop() {
      ending.abort();
      await running;
    },
  };
}

const BEGINNING = new Date(0).toISOString();
const usersOf = () => receiver.received.map(({ body }) => body.user_id);

test('votes come as they are cast, each once and in order, also after the stream broke', async () => {
  const bot = subject.bot();
  const before = await cast(bot, 2);
  const got: string[] = [];
  const ending = new AbortController();
  const breaks: unknown[] = [];
  let responses = 0;
  const client = createClient({
    ...{ baseUrl: subject.service.url, botId: bot.id, token: bot.token, sleep: () => delay(20) },
    // The first two streams break after their first piece with a vote.
    async fetch(url, init) {
      const response = await fetch(url, init);
      responses += 1;
      return responses > 2 || !response.body ? response : new Response(cut(response.body), response);
    },
  });
  const reading = (async () => {
    const options = {
      since: new Date(0),
      signal: ending.signal,
      onBreak: (error: unknown) => breaks.push(error),
    };
    for await (const { userId } of client.votesLive(options)) got.push(userId);
  })();
  await expect.poll(() => got).toEqual(before);
  const later = await cast(bot, 3);
  await expect.poll(() => got).toEqual([...before, ...later]);
  ending.abort();
  await reading;
  expect(breaks.length).toBeGreaterThan(0);
});

/** A body that breaks after the first piece that holds a vote. */
function cut(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let isOver = false;
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (isOver) controller.error(new Error('The connection broke.'));
        else controller.enqueue(chunk);
        isOver ||= new TextDecoder().decode(chunk).includes('data:');
        if (isOver) setTimeout(() => controller.error(new Error('The connection broke.')), 50);
      },
    }),
  );
}

test('a wrong token ends the stream with its error', async () => {
  const bot = { ...subject.bot(), token: `blt_${'x'.repeat(43)}` };
  await expect(clientOf(bot).votesLive().next()).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
});

test('a receiver gets each vote with the bytes, headers and signature of a delivery', async () => {
  const bot = subject.bot();
  const [userId] = await cast(bot, 1);
  const { stop } = start(bot, join(folder, 'bytes'), BEGINNING);
  await receiver.until(1);
  await stop();
  const [request] = receiver.received;
  if (!request) throw new Error('Nothing arrived.');
  expect(isAuthentic(request, SECRET)).toBe(true);
  expect(Object.keys(request.body)).toEqual(['event', 'bot_id', 'user_id', 'voted_at']);
  expect(request.headers).toMatchObject({
    'user-agent': 'Listing-Webhook/1',
    'x-webhook-event': 'vote.create',
  });
  const headers = request.headers as Record<string, string>;
  expect(await verifyWebhook({ headers, body: request.rawBody, secret: SECRET })).toMatchObject({
    event: 'vote.create',
    botId: bot.id,
    userId,
  });
});

test('while the receiver fails, no vote is passed, and each comes in order when it works again', async () => {
  const bot = subject.bot();
  const voters = await cast(bot, 3);
  let fails = 1;
  receiver.answer = () => (fails-- > 0 ? 500 : 200);
  const { stop, lines } = start(bot, join(folder, 'failing'), BEGINNING);
  await receiver.until(4);
  await stop();
  expect(usersOf()).toEqual([voters[0], ...voters]);
  const [first, again] = receiver.received.map(({ headers }) => headers['x-webhook-delivery']);
  expect(again).toBe(first);
  // Signed at its own time.
  const [then, later] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(later).toBeGreaterThan(then ?? 0);
  expect(lines[1]).toBe('The receiver must answer with a 2xx status. Next try in 1 s.');
});

test('after a restart it goes on behind the last vote that the receiver has accepted', async () => {
  const bot = subject.bot();
  const file = join(folder, 'restart');
  const first = await cast(bot, 2);
  const one = start(bot, file, BEGINNING);
  await receiver.until(2);
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).not.toBe('');
  await delay(50);
  await one.stop();
  const second = await cast(bot, 2);
  const two = start(bot, file);
  await receiver.until(4);
  await two.stop();
  expect(usersOf()).toEqual([...first, ...second]);
});

/** Runs the program until it ends or the receiver has as many requests as named. */
async function run(args: string[], env: Record<string, string>, until = Number.POSITIVE_INFINITY) {
  const program = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...env, NODE_NO_WARNINGS: '1' },
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise<number | null>((done) => program.once('exit', done));
  await Promise.race([ended, receiver.until(until)]);
  if (until < Number.POSITIVE_INFINITY) await expect.poll(() => output).toContain('  200');
  program.kill('SIGINT');
  return { code: await ended, output };
}

test('the program forwards votes, prints them, and ends with Ctrl+C', async () => {
  const bot = subject.bot();
  const [userId] = await cast(bot, 1);
  const env = { BOT_LISTING_URL: subject.service.url, BOT_TOKEN: bot.token, BOT_ID: bot.id };
  const args = ['listen', '--forward', receiver.url, '--secret', SECRET, '--since', BEGINNING];
  const { code, output } = await run(args, env, 1);
  expect(code).toBe(0);
  expect(output).toContain(`user ${userId}  200`);
});

test('a program that is killed again and again loses no vote, and repeats only the last one', async () => {
  const bot = subject.bot();
  const voters = await cast(bot, 12);
  receiver.answer = () => delay(40).then(() => 200);
  const env = { BOT_LISTING_URL: subject.service.url, BOT_TOKEN: bot.token, BOT_ID: bot.id };
  const args = [
    'listen',
    '--forward',
    receiver.url,
    '--secret',
    SECRET,
    '--cursor-file',
    join(folder, 'killed'),
  ];
  while (usersOf().at(-1) !== voters.at(-1)) {
    const before = receiver.received.length;
    const program = spawn(process.execPath, [CLI, ...args, '--since', BEGINNING], { cwd: folder, env });
    const ended = new Promise((done) => program.once('exit', done));
    const isEnough = () => receiver.received.length >= before + 3 || usersOf().at(-1) === voters.at(-1);
    await expect.poll(isEnough).toBe(true);
    program.kill('SIGKILL');
    await ended;
  }
  const ids = receiver.received.map(({ headers }) => headers['x-webhook-delivery']);
  expect(new Set(ids).size).toBe(12);
  // A vote that came twice came at once after itself, as the same delivery.
  const once = receiver.received.filter((_, index) => ids[index] !== ids[index - 1]);
  expect(once.map(({ body }) => body.user_id)).toEqual(voters);
});

test('while the service is gone it waits, and gets the vote that was cast before it was back', async () => {
  const env = await ownDatabase(opened);
  const before = await startService(env);
  const bot = first((await before.seed({ bots: 1, users: 0 })).bots);
  const [early, late] = [newUserId(), newUserId()];
  await castVote(before.services, bot.id, early);
  const ending = new AbortController();
  const lines: string[] = [];
  const running = listen({
    ...{ botId: bot.id, forward: receiver.url, secret: SECRET, cursorFile: join(folder, 'gone') },
    ...{ since: BEGINNING, signal: ending.signal, print: (line) => lines.push(line) },
    client: createClient({
      ...{ baseUrl: before.url, botId: bot.id, token: bot.token, sleep: () => delay(20) },
    }),
  });
  await receiver.until(1);
  await before.close();
  await expect.poll(() => lines.filter((line) => line.includes('ECONNREFUSED')).length).toBeGreaterThan(1);
  await using after = await startService({ ...env, PORT: String(before.port) });
  await castVote(after.services, bot.id, late);
  await receiver.until(2);
  ending.abort();
  await running;
  expect(usersOf()).toEqual([early, late]);
});

test.each([
  [['listen'], {}, '--url is missing. See --help.'],
  [['speak'], {}, 'There is no command "speak". Commands: listen, check-receiver'],
  [
    ['listen', '--forward', 'x', '--url', 'http://127.0.0.1:1', '--bot', '1', '--token', 't'],
    {},
    '--forward is not a URL.',
  ],
  [['listen', '--port'], {}, "Unknown option '--port'"],
])('the program says in a line what is wrong with %j', async (args, env, problem) => {
  const { code, output } = await run(args, env);
  expect(code).toBe(1);
  expect(output).toContain(problem);
});

test('the program ends with 1 and a line when the token is wrong, and does not show it', async () => {
  const token = `blt_${'y'.repeat(43)}`;
  const env = { BOT_LISTING_URL: subject.service.url, BOT_TOKEN: token, BOT_ID: subject.bot().id };
  const { code, output } = await run(['listen', '--forward', receiver.url], env);
  expect(code).toBe(1);
  expect(output).toContain('401');
  expect(output).not.toContain(token);
});

test('a file with a position that is none is refused by the service, and the file stays', async () => {
  const file = join(folder, 'broken');
  await writeFile(file, 'nonsense\n');
  const { running } = start(subject.bot(), file);
  await expect(running).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await readFile(file, 'utf8')).toBe('nonsense\n');
});
