import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { castVote } from '../../src/domain/vote/cast.ts';
import { adminOf, jsonOf } from '../kit/admin.ts';
import { makeFolder } from '../kit/folder.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { forFile, startService } from '../kit/service.ts';

const admin = adminOf();
const parts = await forFile(new AsyncDisposableStack());
const service = await forFile(startService());

describe('users export', () => {
  test('prints what is stored, or writes a new file that only its owner reads, without credentials', async () => {
    const bot = await given(service.services)
      .owner('Ada')
      .listing()
      .withToken()
      .withWebhook('https://receiver.example/hook')
      .votes(1)
      .approved();
    const [voterId = ''] = bot.voterIds;
    const { code, stdout } = await admin('users', 'export', bot.ownerId);
    expect(code).toBe(0);
    const printed = JSON.parse(stdout);
    expect(printed).toMatchObject({
      userId: bot.ownerId,
      account: { name: 'Ada', role: null },
      sessions: [{ startedAt: expect.any(String), expiresAt: expect.any(String) }],
      listings: [
        {
          botId: bot.id,
          standing: 'owner',
          tags: ['music', 'fun'],
          languages: ['en', 'de'],
          webhookUrl: 'https://receiver.example/hook',
        },
      ],
      votes: [],
      listingMoves: [{ botId: bot.id, fromState: null, toState: 'pending' }],
    });
    expect(Object.keys(printed.sessions[0]).sort()).toEqual(['expiresAt', 'startedAt']);

    const file = join(await makeFolder('export', parts), 'user.json');
    expect(await jsonOf(admin, 'users', 'export', voterId, '--out', file)).toEqual({
      code: 0,
      userId: voterId,
      file,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      account: null,
      votes: [{ botId: bot.id }],
      deliveries: [{ botId: bot.id, kind: 'vote' }],
    });
    const again = await admin('users', 'export', voterId, '--out', file);
    expect(again).toMatchObject({ code: 1, stderr: `${file} exists already.\n` });
  });

  test('refuses somebody unknown', async () => {
    const run = await admin('users', 'export', newUserId());
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: 'Nothing is stored about this user.\n' });
  });
});

describe('users erase', () => {
  test('says what it will do, does it with --yes, and can be repeated', async () => {
    const bot = await given(service.services).listing().approved();
    const userId = newUserId();
    const cookie = await service.signIn(userId);
    await castVote(service.services, bot.id, userId);
    const asked = await admin('users', 'erase', userId);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toMatch(
      /^This erases user \d+: 1 vote and 0 deliveries lose the id; 1 session ends; /,
    );
    const erased = await jsonOf(admin, 'users', 'erase', userId, '--yes');
    expect(erased).toMatchObject({
      code: 0,
      erased: true,
      votes: 1,
      sessions: 1,
      passedOn: [],
      orphaned: [],
    });
    expect(Date.parse(String(erased.windowsEndAt))).toBeGreaterThan(Date.now());
    const { data } = await service.graphql('{ viewer { name } }', {}, { cookie });
    expect(data).toEqual({ viewer: null });
    const repeated = await admin('users', 'erase', userId, '--yes');
    expect(repeated.code).toBe(0);
    expect(repeated.stdout).toContain('A worker deletes them within six hours after ');
    const unknown = await admin('users', 'erase', newUserId(), '--yes');
    expect(unknown).toMatchObject({ code: 0, stdout: 'Nothing is stored about this user.\n' });
  });

  test('refuses the only owner of a listing, and removes it with --remove-listings', async () => {
    const bot = await given(service.services).listing().approved();
    const refused = await admin('users', 'erase', bot.ownerId, '--yes');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`is the only owner of ${bot.id}.`);
    const erased = await jsonOf(admin, 'users', 'erase', bot.ownerId, '--remove-listings', '--yes');
    expect(erased).toMatchObject({ code: 0, orphaned: [bot.id] });
    const [row] = await service.services.db.sql`select state from bots where id = ${bot.id}`;
    expect(row).toEqual({ state: 'removed' });
  });
});
