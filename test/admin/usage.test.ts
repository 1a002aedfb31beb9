import { expect, test } from 'vitest';
import { adminOf } from '../kit/admin.ts';
import { newBotId } from '../kit/ids.ts';

const admin = adminOf();

test('--help lists the commands and the exit codes, and each group lists its own', async () => {
  const { code, stdout } = await admin('--help');
  expect(code).toBe(0);
  for (const name of ['doctor', 'roles', 'tokens', 'sessions', 'deliveries', 'keys', 'users']) {
    expect(stdout).toMatch(new RegExp(`^  ${name}`, 'm'));
  }
  expect(stdout).toContain('Exit codes: 0 done, 1 refused or failed, 2 wrong usage or configuration.');
  const { stdout: ofKeys } = await admin('keys', '--help');
  expect(ofKeys).toMatch(/status[\s\S]+rotate/);
});

test.each([
  ['no command', []],
  ['a group without a command', ['roles']],
  ['an unknown command', ['rolls', 'list']],
  ['an unknown option', ['roles', 'list', '--all']],
  ['a missing argument', ['roles', 'grant', '1']],
  ['an argument too many', ['roles', 'list', 'all']],
  ['a missing option', ['tokens', 'revoke', '--yes']],
  ['an unknown role', ['roles', 'grant', '300000000000000001', 'owner']],
  ['no selection', ['deliveries', 'cancel', '--yes']],
  ['no selection of what to retry', ['deliveries', 'retry', '--yes']],
  ['a selection of a bot and of all', ['deliveries', 'retry', '--bot', newBotId(), '--all', '--yes']],
])('%s is wrong usage: code 2, and nothing on standard output', async (_, args) => {
  const { code, stdout, stderr } = await admin(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).not.toBe('');
});

test('a configuration that cannot be used is named, with code 2', async () => {
  const { code, stderr } = await adminOf({ PORT: 'x' })('roles', 'list');
  expect(code).toBe(2);
  expect(stderr).toMatch(/- PORT /);
});

test('a host that does not exist is told without its name, which may be a part of a password', async () => {
  const { code, stderr } = await adminOf({ DATABASE_URL: 'postgres://bots:se@cret.invalid/bots' })(
    'roles',
    'list',
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^DATABASE_URL: .* host name/);
  expect(stderr).not.toContain('cret');
});

test('a database that does not respond is one line, without its address, with code 1', async () => {
  const away = adminOf({ DATABASE_URL: 'postgres://admin:hidden@127.0.0.1:1/bots' });
  const { code, stdout, stderr } = await away('roles', 'list', '--json');
  expect(code).toBe(1);
  expect(stderr).toBe('The database does not respond. Check DATABASE_URL.\n');
  expect(JSON.parse(stdout)).toEqual({ error: 'The database does not respond. Check DATABASE_URL.' });
});

test.each([
  ['tokens', 'revoke', '--bot', newBotId()],
  ['sessions', 'end', '--user', '300000000000000001'],
])('%s %s does nothing without --yes where nobody can be asked', async (...args) => {
  const { code, stderr } = await admin(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^This .+ Nothing was done: add --yes to do it\.\n$/);
});
