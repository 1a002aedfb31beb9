import { describe, expect, test } from 'vitest';
import { adminOf, jsonOf } from '../kit/admin.ts';
import { given } from '../kit/given.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { forFile, startService, type TestService } from '../kit/service.ts';

const VIEWER = '{ viewer { name } }';
const CONFIGURED = newUserId();

const admin = adminOf({ ADMIN_USER_IDS: CONFIGURED });
const service = await forFile(startService());
const { services } = service;
const other = await forFile(startService());

describe('roles', () => {
  test('are granted, listed with who granted them, and revoked', async () => {
    const userId = await given(services).user('Grace');
    expect(await jsonOf(admin, 'roles', 'grant', userId, 'moderator')).toEqual({
      code: 0,
      userId,
      role: 'moderator',
      grantedBy: 'the command line',
    });
    const { stdout } = await admin('roles', 'list');
    expect(stdout).toMatch(/^USER +ROLE +GRANTED BY +NAME\n/);
    expect(stdout).toMatch(new RegExp(`^${userId} +moderator +the command line +Grace$`, 'm'));
    const listed = await jsonOf(admin, 'roles', 'list');
    expect(listed.team).toContainEqual({
      userId,
      name: 'Grace',
      role: 'moderator',
      isConfigured: false,
      grantedBy: 'the command line',
    });
    const revoked = await admin('roles', 'revoke', userId);
    expect(revoked).toMatchObject({
      code: 0,
      stdout: `User ${userId} has no role from the next request on.\n`,
    });
    const [row] = await services.db.sql`
      select role, role_granted_by as by from users where id = ${userId}`;
    expect(row).toEqual({ role: null, by: null });
  });

  test('are refused to strangers, to what is no id, and kept for admins of the configuration', async () => {
    await given(services).user();
    const unknown = await admin('roles', 'grant', newUserId(), 'admin');
    expect(unknown).toMatchObject({ code: 1, stderr: 'This user has never signed in here.\n' });
    expect(await admin('roles', 'grant', 'Grace', 'admin')).toMatchObject({
      code: 1,
      stderr: 'A user id has 17 to 19 digits.\n',
    });
    expect(await admin('roles', 'revoke', CONFIGURED)).toMatchObject({
      code: 1,
      stderr: 'The configuration makes this user an admin. Change it there.\n',
    });
  });
});

describe('tokens revoke', () => {
  test('makes the next request of the bot 401 in every process, also where the token was just used', async () => {
    const bot = await given(services).listing().withToken().approved();
    const ask = (at: TestService) => at.call('GET', `/api/v1/bots/${bot.id}/votes`, { token: bot.token });
    expect([(await ask(service)).status, (await ask(other)).status]).toEqual([200, 200]);
    expect(await jsonOf(admin, 'tokens', 'revoke', '--bot', bot.id, '--yes')).toEqual({
      code: 0,
      botId: bot.id,
      revoked: true,
    });
    for (const each of [service, other]) {
      expect(await ask(each)).toMatchObject({ status: 401, body: { error: 'Invalid token.' } });
      const stats = await each.call('POST', `/api/v1/bots/${bot.id}/stats`, {
        token: bot.token,
        body: { server_count: 1 },
      });
      expect(stats.status).toBe(401);
    }
    const again = await admin('tokens', 'revoke', '--bot', bot.id, '--yes');
    expect(again).toMatchObject({ code: 0, stdout: `Bot ${bot.id} has no API token.\n` });
  });

  test('refuses a bot that is not listed', async () => {
    expect(await admin('tokens', 'revoke', '--bot', newBotId(), '--yes')).toMatchObject({
      code: 1,
      stderr: 'Bot not found.\n',
    });
  });
});

describe('sessions end', () => {
  test('ends all sessions of a user in every process, and no others', async () => {
    const [userId, bystander] = [newUserId(), newUserId()];
    const cookies = [await service.signIn(userId), await other.signIn(userId)];
    const kept = await service.signIn(bystander);
    const ended = await jsonOf(admin, 'sessions', 'end', '--user', userId, '--yes');
    expect(ended).toEqual({ code: 0, userId, ended: 2 });
    for (const each of [service, other]) {
      for (const cookie of cookies) {
        expect(await each.graphql(VIEWER, {}, { cookie })).toMatchObject({ data: { viewer: null } });
      }
      const { data } = await each.graphql(VIEWER, {}, { cookie: kept });
      expect(data?.viewer).not.toBeNull();
    }
  });

  test('refuses what is no id', async () => {
    expect(await admin('sessions', 'end', '--user', 'Ada', '--yes')).toMatchObject({ code: 1 });
  });
});
