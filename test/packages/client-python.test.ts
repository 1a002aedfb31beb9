import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../packages/client/src/index.ts';
import { requestOf } from '../../packages/client/src/listen.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { makeFolder } from '../kit/folder.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { isAuthentic, startReceiver } from '../kit/receiver.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectTakesVotes } from './receiver-example.ts';

const LISTEN_SECRET = `whsec_${'a1B2'.repeat(11)}`;
const PACKAGE = resolve(import.meta.dirname, '../../packages/client-python');
const read = (file: string) => readFileSync(join(PACKAGE, file), 'utf8');
const EXAMPLES = [...read('README.md').matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(
  ([, code = '']) => code,
);
const exampleWith = (text: string) => present(EXAMPLES.find((code) => code.includes(text)));

test('requests of the Python client name the version of the package', () => {
  const [, version] = /^version = "(.+)"$/m.exec(read('pyproject.toml')) ?? [];
  expect(read('src/bot_listing_client/client.py')).toContain(`"bot-listing-client-python/${version}"`);
});

if (hasPython()) describe('The Python client, installed', suite);
else
  process.stderr.write(
    '\nThis machine lacks Python 3.10 with venv: the tests of the Python client do not exist.\n',
  );

function hasPython(): boolean {
  const program = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';
  try {
    execFileSync('python3', ['-c', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function suite(): void {
  const subject = useService(9);
  const opened = new AsyncDisposableStack();
  let folder: string;
  let python: string;
  beforeAll(async () => {
    folder = await makeFolder('python', opened);
    await promisify(execFile)('python3', ['-m', 'venv', folder]);
    python = join(folder, 'bin/python');
    const wanted = [PACKAGE, 'discord.py>=2.4,<3', 'mypy>=1.11,<3'];
    await promisify(execFile)(python, ['-m', 'pip', 'install', '--quiet', ...wanted]);
  });
  afterAll(() => opened.disposeAsync());
  const run = (args: string[], env: Record<string, string> = {}) =>
    promisify(execFile)(python, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } }).then(
      (output) => ({ code: 0, ...output }),
      (failure: { code: number; stdout: string; stderr: string }) => failure,
    );
  const write = async (name: string, code: string) => {
    const file = join(folder, name);
    await writeFile(file, code.replaceAll('https://bots.example', subject.service.url));
    return file;
  };
  const addVotes = async (bot: Bot, userId: string) => {
    for (let minute = 11; minute > 0; minute--) {
      await subject.addVote(bot, newUserId(), new Date(Date.UTC(2026, 0, 1, 0, minute)));
    }
    await subject.addVote(bot, userId, new Date());
  };

  test('passes its own tests against the service', async () => {
    const [bot, limited, userId] = [subject.bot(), subject.bot(), newUserId()];
    await addVotes(bot, userId);
    const ended = await run(['-m', 'unittest', 'discover', '-s', join(PACKAGE, 'tests')], {
      BASE_URL: subject.service.url,
      BOT_ID: bot.id,
      BOT_TOKEN: bot.token,
      LIMITED_BOT_ID: limited.id,
      LIMITED_BOT_TOKEN: limited.token,
      USER_ID: userId,
      VOTES: '12',
      // Otherwise the source folder would get compiled files.
      PYTHONDONTWRITEBYTECODE: '1',
    });
    expect(ended.stderr).toMatch(/^Ran \d\d tests[\s\S]*^OK$/m);
    expect(await subject.commandsOf(bot)).toEqual([
      { name: 'ping', description: 'Answers with pong.' },
      { name: 'help', description: 'Shows all commands.' },
      { name: 'about', description: 'Shows who made it.' },
    ]);
  });

  test('is typed', async () => {
    await promisify(execFile)('test', ['-f', join(PACKAGE, 'src/bot_listing_client/py.typed')]);
    const cache = `--cache-dir=${join(folder, 'mypy')}`;
    const ended = await run([
      '-m',
      'mypy',
      '--strict',
      '--python-version=3.10',
      cache,
      '-p',
      'bot_listing_client',
    ]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Success') });
  });

  test('the bot that the documentation shows fits the types of discord.py', async () => {
    const code = readFileSync(join(PACKAGE, '../../examples/libraries/discord.py/bot.py'), 'utf8');
    const check = async (name: string, program: string) =>
      run(['-m', 'mypy', `--cache-dir=${join(folder, 'mypy')}`, await write(name, program)]);
    expect(await check('bot.py', code)).toMatchObject({ code: 0 });
    const broken = await check('broken.py', code.replace('start_reporting', 'start_reports'));
    expect(broken.stdout).toContain('start_reports');
  });

  test('its first example reports, publishes, checks and reads all votes', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    await addVotes(bot, userId);
    const file = await write('first.py', exampleWith('client.votes()'));
    const ended = await run([file], { BOT_ID: bot.id, BOT_TOKEN: bot.token, USER_ID: userId });
    expect(ended.stderr).toBe('');
    const lines = ended.stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^Voted; may vote again at /);
    expect(lines[1]).toContain(userId);
    expect(lines).toHaveLength(13);
    expect((await subject.service.call('GET', `/widget/${bot.id}`)).body.server_count).toBe(1234);
  });

  test('its example of a receiver takes votes', async () => {
    await expectTakesVotes([python, await write('receiver.py', exampleWith('verify_webhook(SECRET'))]);
  });

  const BEGINNING = new Date(0).toISOString();
  const listenTo = (bot: Bot, forward: string, more: string[] = [], stdio: 'ignore' | 'pipe' = 'ignore') => {
    const args = [
      '-m',
      'bot_listing_client',
      'listen',
      '--forward',
      forward,
      '--secret',
      LISTEN_SECRET,
      ...more,
    ];
    const env = { BOT_LISTING_URL: subject.service.url, BOT_ID: bot.id, BOT_TOKEN: bot.token };
    return spawn(python, args, { cwd: folder, env: { PATH: process.env.PATH, ...env }, stdio });
  };

  test('listen forwards each vote as the JavaScript package does, and goes on after a restart', async () => {
    const bot = subject.bot();
    const { services } = subject;
    const receiver = await startReceiver();
    opened.defer(() => receiver.close());
    let fails = 1;
    receiver.answer = () => (fails-- > 0 ? 500 : 200);
    const voters = [newUserId(), newUserId()];
    for (const userId of voters) await castVote(services, bot.id, userId);
    const first = listenTo(bot, receiver.url, ['--since', BEGINNING]);
    // The first one twice, since the receiver failed.
    await receiver.until(3);
    const cursorFile = join(folder, `.bot-listing-${bot.id}.cursor`);
    const vote = await createClient({ baseUrl: subject.service.url, botId: bot.id, token: bot.token })
      .votesLive({ since: BEGINNING })
      .next();
    const stored = () => readFileSync(cursorFile, 'utf8');
    await expect
      .poll(() => (existsSync(cursorFile) ? stored() : vote.value?.cursor))
      .not.toBe(vote.value?.cursor);
    await setTimeout(500);
    first.kill('SIGKILL');
    voters.push(newUserId());
    await castVote(services, bot.id, voters[2] ?? '');
    const second = listenTo(bot, receiver.url);
    await receiver.until(4);
    second.kill('SIGKILL');
    expect(receiver.received.map(({ body }) => body.user_id)).toEqual([voters[0], ...voters]);
    const [request] = receiver.received;
    if (!request || !vote.value) throw new Error('Nothing arrived.');
    expect(isAuthentic(request, LISTEN_SECRET)).toBe(true);
    const { headers, body } = requestOf({ botId: bot.id, secret: LISTEN_SECRET }, vote.value);
    expect(request.rawBody.toString()).toBe(body);
    expect(request.headers['x-webhook-delivery']).toBe(headers['X-Webhook-Delivery']);
    // A retry is the same delivery, signed at its own time.
    const again = present(receiver.received[1]).headers;
    expect(again['x-webhook-delivery']).toBe(headers['X-Webhook-Delivery']);
    expect(Number(again['webhook-timestamp'])).toBeGreaterThan(Number(request.headers['webhook-timestamp']));
  });

  test.each(['hello', 'my secret!', 'a+b/c-d_e', 'abcde=fghi', LISTEN_SECRET])(
    'listen signs with the secret %j as the JavaScript package does',
    async (secret) => {
      const vote = { userId: newUserId(), votedAt: new Date('2026-01-31T12:00:00.120Z'), cursor: 'a.b' };
      const program = `
import json, sys
from bot_listing_client import LiveVote
from bot_listing_client.listen import request_of
from bot_listing_client.webhook import parse_time
user_id, voted_at, cursor, secret = sys.argv[1:]
body, headers = request_of(LiveVote(int(user_id), parse_time(voted_at), cursor), "123456789012345678", secret)
print(json.dumps({"method": "POST", "body": body.decode(), "headers": headers}))`;
      const args = ['-c', program, vote.userId, vote.votedAt.toISOString(), vote.cursor, secret];
      const made = JSON.parse((await run(args)).stdout);
      vi.useFakeTimers({ toFake: ['Date'], now: Number(made.headers['webhook-timestamp']) * 1000 });
      const expected = requestOf({ botId: '123456789012345678', secret }, vote);
      vi.useRealTimers();
      expect(made).toEqual(expected);
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)('listen ends without a fault after %s', async (signal) => {
    const bot = subject.bot();
    const receiver = await startReceiver();
    opened.defer(() => receiver.close());
    await castVote(subject.services, bot.id, newUserId());
    const program = listenTo(bot, receiver.url, ['--since', BEGINNING], 'pipe');
    let faults = '';
    program.stderr?.on('data', (text) => (faults += text));
    const ended = new Promise((done) => program.once('close', (code) => done({ code, faults })));
    await receiver.until(1);
    program.kill(signal);
    expect(await ended).toEqual({ code: 0, faults: '' });
  });

  test.each([
    [{}, ['--forward', 'x'], 2, '--forward is not a URL.'],
    [{}, [], 2, 'required: --forward'],
    [{ BOT_ID: '' }, ['--forward', 'http://127.0.0.1:9/'], 2, 'required: --bot'],
    [{ BOT_LISTING_URL: 'x' }, ['--forward', 'http://127.0.0.1:9/'], 1, 'The base URL must begin with'],
  ])('listen says what is wrong with %j %j', async (given, args, code, problem) => {
    const env = { BOT_LISTING_URL: 'http://127.0.0.1:1', BOT_ID: '1'.repeat(18), BOT_TOKEN: 't', ...given };
    const ended = await run(['-m', 'bot_listing_client', 'listen', ...args], env);
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(problem) });
  });

  test('listen ends with a line when the token is wrong', async () => {
    const env = { BOT_LISTING_URL: subject.service.url, BOT_ID: subject.bot().id, BOT_TOKEN: 'blt_wrong' };
    const ended = await run(['-m', 'bot_listing_client', 'listen', '--forward', 'http://127.0.0.1:9/'], env);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^GET \/votes\/stream: 401 .*\n$/);
    expect(ended.stderr).not.toContain('blt_wrong');
  });
}
