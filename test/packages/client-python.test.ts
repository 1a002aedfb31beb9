import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/folder.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectTakesVotes } from './receiver-example.ts';

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
  const subject = useService(5);
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
}
