import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minifiedSize } from '../client/minified-size.ts';
import { makeFolder } from '../kit/folder.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { DECLARATIONS, DISCORD, REPORTING, TYPED } from './consumer.ts';
import { installClient, installNode } from './installed.ts';
import { expectTakesVotes } from './receiver-example.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
/** The programs in the README, in the order in which they stand there. */
const EXAMPLES = [
  ...readFileSync(join(PROJECT, 'packages/client/README.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm),
].map(([, code = '']) => code);
const exampleWith = (text: string) => present(EXAMPLES.find((code) => code.includes(text)));

const subject = useService(15);
const opened = new AsyncDisposableStack();
let folder: string;
let packed: string[];
beforeAll(async () => {
  folder = await makeFolder('client', opened);
  packed = await installClient(folder);
});
afterAll(() => opened.disposeAsync());

test('the tarball holds the built files, the README and the licence, and nothing else', () => {
  const others = packed.filter((path) => !/^dist\/[\w-]+\.(js|d\.ts)$/.test(path)).sort();
  expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(packed).toContain('dist/index.js');
  expect(packed).toContain('dist/index.d.ts');
});

test('the installed package has less than 6 kB, minified and with gzip', async () => {
  const { bytes } = await minifiedSize(join(folder, 'node_modules/@bot-listing/client/dist/index.js'));
  process.stdout.write(`The client has ${bytes} bytes.\n`);
  expect(bytes).toBeLessThan(6000);
});

describe.each([20, 22, 24])('On Node %d', (major) => {
  let node: string;
  beforeAll(async () => {
    node = await installNode(major);
  });
  const write = async (name: string, code: string) => {
    const file = join(folder, `${name}-${major}.mjs`);
    await writeFile(file, code.replaceAll('https://bots.example', subject.service.url));
    return file;
  };
  const run = async (name: string, code: string, bot: Bot, env: Record<string, string> = {}) => {
    const { stdout } = await promisify(execFile)(node, [await write(name, code)], {
      cwd: folder,
      env: { BASE_URL: subject.service.url, BOT_ID: bot.id, BOT_TOKEN: bot.token, ...env },
    });
    return stdout;
  };

  test('it is this version', async () => {
    const { stdout } = await promisify(execFile)(node, ['--version']);
    expect(stdout).toMatch(new RegExp(`^v${major}\\.`));
  });

  test('the first example reports, publishes, checks and reads all votes', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    await subject.services.db.sql`
      insert into votes (bot_id, user_id, voted_at)
      select ${bot.id}, (400000000000000000 + n)::text, now() - n * interval '1 minute'
      from generate_series(1, 3001) as n`;
    await subject.addVote(bot, userId, new Date());
    const lines = (await run('first', exampleWith('client.votes()'), bot, { USER_ID: userId })).split('\n');
    expect(lines[0]).toMatch(/^Voted; may vote again at \S+Z$/);
    expect(lines[1]).toMatch(new RegExp(`^${userId} \\S+Z$`));
    expect(lines.filter((line) => line.startsWith('4'))).toHaveLength(3001);
    expect((await subject.service.call('GET', `/widget/${bot.id}`)).body.server_count).toBe(1234);
    expect(await subject.commandsOf(bot)).toEqual([{ name: 'ping', description: 'Answers with pong.' }]);
  });

  test('commands of discord.js are published: builders, their JSON, and fetched ones', async () => {
    const bot = subject.bot();
    expect(await run('discord', DISCORD, bot)).toBe('2 2 2\n');
    expect(await subject.commandsOf(bot)).toEqual([
      { name: 'ping', description: 'Answers with pong.' },
      { name: 'help', description: 'Shows all commands.' },
    ]);
  });

  test('reporting does not keep the process alive', async () => {
    const bot = subject.bot();
    expect(await run('reporting', REPORTING, bot)).toBe('ended\n');
    expect((await subject.service.call('GET', `/widget/${bot.id}`)).body.server_count).toBe(4321);
  });

  test('a wrong token ends the program with an error that does not show it', async () => {
    const token = 'blt_wrong-token';
    const running = run('wrong', exampleWith('client.votes()'), { ...subject.bot(), token });
    const { stderr } = await running.then(
      () => expect.fail('It did not fail.'),
      (error: { stderr: string }) => error,
    );
    expect(stderr).toContain("code: 'INVALID_TOKEN'");
    expect(stderr).not.toContain(token);
  });

  test.each(['expressWebhook', 'fastifyWebhook', 'honoWebhook'])(
    'the example of %s takes votes',
    async (name) => expectTakesVotes([node, await write(name, exampleWith(`${name}({`))]),
  );
});

describe('The types', () => {
  const check = async (name: string, code: string, options: string[]) => {
    const file = join(folder, name);
    await writeFile(file, code);
    const common = ['--noEmit', '--target', 'es2022', '--types', 'node', ...options];
    const tsc = join(PROJECT, 'node_modules/.bin/tsc');
    return promisify(execFile)(tsc, [...common, file], { cwd: folder }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  };

  test.each(['nodenext', 'preserve'])(
    'are right with module %s, without the types of browsers',
    async (module) => {
      expect(
        await check(`declarations-${module}.ts`, DECLARATIONS, [
          ...['--strict', '--module', module, '--lib', 'es2022'],
        ]),
      ).toBe('');
    },
  );

  test('fit those of discord.js, Express, Fastify and Hono', async () => {
    const options = ['--strict', '--module', 'nodenext', '--skipLibCheck'];
    expect(await check('typed.ts', TYPED, options)).toBe('');
  });

  test('fit the bot that the documentation shows', async () => {
    const code = readFileSync(join(PROJECT, 'examples/libraries/discord.js/bot.mjs'), 'utf8');
    const options = ['--allowJs', '--checkJs', '--strict', 'false', '--module', 'nodenext', '--skipLibCheck'];
    expect(await check('bot.mjs', code, options)).toBe('');
    expect(await check('broken.mjs', code.replace('startReporting', 'startReports'), options)).toContain(
      'startReports',
    );
  });
});
