import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { authenticateToken } from '../../src/domain/identity/tokens.ts';
import { ownFolder } from '../../src/embedded/owner.ts';
import { makeFolder } from '../kit/folder.ts';
import { forFile, startService, type TestService } from '../kit/service.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

const opened = await forFile(new AsyncDisposableStack());
const dataDir = await makeFolder('seed', opened);
const own = { DATA_DIR: dataDir, PORT: '4321' };

async function run(args: readonly string[], environment: Record<string, string> = own) {
  const child = spawn(process.execPath, ['src/seed/main.ts', ...args], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return { code: code as number | null, stdout, stderr };
}

interface Printed {
  readonly baseUrl: string;
  readonly bots: readonly {
    readonly id: string;
    readonly token: string;
    readonly webhookSecret: string;
    readonly ownerId: string;
  }[];
  readonly users: readonly { readonly id: string; readonly name: string }[];
  readonly ownerId: string;
}

function read(stdout: string, baseUrl = 'http://127.0.0.1:4321'): Printed {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const printed = JSON.parse(stdout) as Printed;
  expect(printed).toMatchObject({ baseUrl, ownerId: printed.bots[0]?.ownerId });
  for (const bot of printed.bots) {
    expect(bot).toEqual({
      id: expect.stringMatching(/^\d{17,19}$/),
      token: expect.stringMatching(/^blt_[\w-]{43}$/),
      webhookSecret: expect.stringMatching(/^whsec_[A-Za-z\d]{44}$/),
      ownerId: expect.stringMatching(/^\d{17,19}$/),
    });
  }
  for (const user of printed.users) {
    expect(user).toEqual({ id: expect.stringMatching(/^\d{17,19}$/), name: expect.any(String) });
  }
  return printed;
}

async function expectKnown({ services }: TestService, { bots }: Printed): Promise<void> {
  for (const { id, token, webhookSecret } of bots) {
    expect(await authenticateToken(services, token)).toMatchObject({ botId: id });
    const [row] = await services.db.sql<{ sealed: Buffer }[]>`
      select sealed_secret as sealed from webhooks where bot_id = ${id}`;
    expect(services.secrets.open(row?.sealed ?? Buffer.alloc(0), id)).toBe(webhookSecret);
  }
}

test('the service knows what two programs seeded at once before its first start, and takes more while it runs', async () => {
  const args = ['--json', '--bots', '3', '--users', '4', '--votes', '10'];
  const before = await Promise.all([run(args), run(args)]);
  // The second one waits until the first gives the folder back.
  expect(before.map(({ code, stderr }) => (code === 0 ? code : stderr))).toEqual([0, 0]);
  await using service = await startService({
    DATABASE_URL: '',
    ENCRYPTION_KEY: '',
    LOG_LEVEL: 'error',
    ...own,
    PORT: '0',
  });
  for (const { stdout } of before) {
    const printed = read(stdout);
    expect([printed.bots.length, printed.users.length]).toEqual([3, 4]);
    await expectKnown(service, printed);
  }
  const beside = await run(['--json']);
  expect(beside.code).toBe(0);
  // The service has another port than this program is told. It finds it in the data folder.
  expect(beside.stderr).toBe('');
  const printed = read(beside.stdout, service.url);
  expect([printed.bots.length, printed.users.length]).toEqual([5, 20]);
  await expectKnown(service, printed);
  expect(await service.services.db.sql`select count(*)::int as votes from votes`).toEqual([
    { votes: 10 + 10 + 40 },
  ]);
  // The two programs at once added the same three; this one added five that were not there.
  const added = printed.bots.map(({ id }) => id);
  const names = await service.services.db.sql`
    select count(distinct name)::int as names from bots
    where name not in (select name from bots where not id = any(${added}))`;
  expect(names).toEqual([{ names: 5 }]);
  const forPeople = await run(['--bots', '1']);
  expect(forPeople.stdout).toContain(` to ${service.url}/.\n`);
}, 180_000);

test('without --json a person reads what was added, and no token or secret', async () => {
  const { code, stdout, stderr } = await run(['--bots', '2', '--users', '3', '--votes', '1']);
  expect(code).toBe(0);
  expect(stderr).not.toContain('baseUrl');
  expect(stdout).toMatch(
    /^Added 2 bots, 3 users and 1 votes\.\nUser \d{17,19} owns the first bot, \d{17,19}\. --json prints .*\n$/,
  );
}, 60_000);

test('without a service, or after it was killed, a line says where the address comes from', async () => {
  const address =
    'No service was found, so baseUrl is http://127.0.0.1:4321: ' +
    'the address of one with the PUBLIC_URL, HOST and PORT of this command.\n';
  const folder = await makeFolder('killed', opened);
  const dead = { pid: process.pid, started: 'long ago' };
  const record = {
    dataDir: await realpath(folder),
    kind: 'service',
    site: 'http://127.0.0.1:9',
    process: dead,
  };
  await writeFile(join(folder, 'owner.json'), JSON.stringify(record));
  for (const DATA_DIR of [await makeFolder('alone', opened), folder]) {
    const { code, stdout, stderr } = await run(['--json', '--bots', '1', '--votes', '0'], {
      ...own,
      DATA_DIR,
    });
    expect([code, stderr]).toEqual([0, address]);
    read(stdout);
  }
}, 120_000);

test('with a database server, the address is that of the configuration, whatever is in the data folder', async () => {
  const folder = await makeFolder('unused', opened);
  const owner = await ownFolder(folder);
  owner.note({ site: 'http://127.0.0.1:9' });
  const environment = { ...own, ...inject('environment'), PORT: '4321', DATA_DIR: folder };
  const { stdout, stderr } = await run(['--json', '--bots', '1', '--votes', '0'], environment);
  owner.release();
  expect(stderr).toContain('No service was found, so baseUrl is http://127.0.0.1:4321: ');
  read(stdout);
});

test.each([
  ['an unknown option', ['--bot', '3']],
  ['a number that is none', ['--bots', 'many']],
  ['a number below zero', ['--users=-1']],
  ['a number that is too large', ['--votes', '10000000']],
  ['a webhook that is no URL', ['--webhook', 'here']],
  ['a webhook that is no URL of the web', ['--webhook', 'ftp://localhost/']],
  ['a webhook with a password', ['--webhook', 'http://name:password@localhost/']],
])('%s ends the program with code 2 and a line on how to use it', async (_, args) => {
  const { code, stdout, stderr } = await run(args);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^usage: npm run seed/);
  expect(stderr).not.toContain('    at ');
});

test('a configuration that cannot be used ends the program with code 2 and names every problem', async () => {
  const { code, stdout, stderr } = await run([], { ...own, PORT: 'x', GRAPHIQL: 'y' });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/- PORT .*\n.*- GRAPHIQL /);
});

test('a database that does not answer ends the program with code 1', async () => {
  const { code, stdout } = await run(['--json'], {
    ...own,
    DATABASE_URL: 'postgres://127.0.0.1:1/bots',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  expect(code).toBe(1);
  expect(stdout).toBe('');
});
