import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { rotateSecret } from '../../src/domain/delivery/webhook.ts';
import { createKeyring } from '../../src/domain/identity/secret-box.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { adminOf, jsonOf } from '../kit/admin.ts';
import { ownDatabase } from '../kit/database.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { keepLog } from '../kit/kept-log.ts';
import { isAuthentic, startReceiver } from '../kit/receiver.ts';
import { forFile, startService, type TestService } from '../kit/service.ts';

const cli = inject('parts').temporal;

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const idOf = (key: Buffer) => createKeyring(key).current.id.toString('hex');
/** The settings of each step. */
const BEFORE = { ENCRYPTION_KEY: OLD.toString('base64') };
const BOTH = { ENCRYPTION_KEY: NEW.toString('base64'), ENCRYPTION_KEY_PREVIOUS: OLD.toString('base64') };
const AFTER = { ENCRYPTION_KEY: NEW.toString('base64') };

const parts = await forFile(new AsyncDisposableStack());
const database = { ...(await ownDatabase(parts)), LOG_LEVEL: 'error' };

describe.skipIf(!cli)(
  'A rotation of the key, step by step, with two processes and votes all the time',
  () => {
    test('delays and loses no delivery, and leaves no secret with the old key', async () => {
      const { log, lines } = keepLog('warn');
      installTemporalRuntime(log);
      const receiver = await startReceiver();
      parts.defer(() => receiver.close());
      const server = await startDevServer(cli ?? '', parts);
      const common = { ...database, TEMPORAL_ADDRESS: server.address };
      const start = async (keys: Record<string, string>) => {
        const service = await startService({ ...common, ...keys }, 'all', log);
        await service.deliveriesReady;
        return service;
      };
      const admin = (keys: Record<string, string>) => adminOf({ ...common, ...keys });

      const running: TestService[] = [await start(BEFORE), await start(BEFORE)];
      parts.defer(async () => {
        await Promise.all(running.map((service) => service.close()));
      });
      const at = (index: number) => {
        const service = running[index];
        if (!service) throw new Error('There is no such process.');
        return service;
      };
      /** The secret of each bot, which an owner may replace. */
      const secrets = new Map<string, string>();
      const addBot = async (index: number) => {
        const listing = given(at(index).services).listing();
        const bot = await listing.withWebhook(receiver.url).approved();
        secrets.set(bot.id, bot.webhookSecret);
        return bot;
      };
      const changed = await addBot(0);
      for (let count = 1; count < 6; count += 1) await addBot(count % 2);

      const cast: string[] = [];
      let isOver = false;
      const voting = (async () => {
        for (let turn = 0; !isOver; turn += 1) {
          const bots = [...secrets.keys()];
          const botId = bots[turn % bots.length] ?? '';
          const userId = newUserId();
          // A process that is being restarted takes no vote; the other one does.
          const outcome = await castVote(at(turn % 2).services, botId, userId).catch(() => undefined);
          if (outcome) cast.push(`${botId} ${userId}`);
          await delay(40);
        }
      })();
      const restart = async (index: number, keys: Record<string, string>) => {
        const before = at(index);
        running[index] = await start(keys);
        await before.close();
        // Each process writes a secret that the other one must read.
        await addBot(index);
      };

      // 1. Every process gets both keys, one after the other. The old one goes on to seal.
      await restart(0, BOTH);
      await restart(1, BOTH);
      const status = await jsonOf(admin(BOTH), 'keys', 'status');
      expect(status).toMatchObject({
        code: 0,
        unreadable: 0,
        keys: [
          { id: idOf(OLD), isCurrent: true, secrets: 8, removableFrom: null },
          { id: idOf(NEW), isCurrent: false, secrets: 0, removableFrom: null },
        ],
      });

      // 2. and 3. The new one becomes the current one. An owner replaces a secret at the same time.
      const asked = await admin(BOTH)('keys', 'rotate');
      expect(asked.code).toBe(1);
      expect(asked.stderr).toContain(`This replaces the key ${idOf(OLD)} by ${idOf(NEW)}.`);
      const rotating = jsonOf(admin(BOTH), 'keys', 'rotate', '--yes');
      const { secret } = await rotateSecret(at(1).services, changed.id, changed.ownerId);
      secrets.set(changed.id, secret);
      await addBot(0);
      expect(await rotating).toMatchObject({
        code: 0,
        current: idOf(NEW),
        unreadable: 0,
        keys: [
          { id: idOf(NEW), isCurrent: true, secrets: 9 },
          { id: idOf(OLD), isCurrent: false, secrets: 0, removableFrom: expect.any(String) },
        ],
      });
      await addBot(1);
      const { stdout } = await admin(BOTH)('keys', 'status');
      expect(stdout).toMatch(new RegExp(`^${idOf(OLD)} +0 +can be removed from `, 'm'));
      expect(stdout).toMatch(new RegExp(`^${idOf(NEW)} +10 +current$`, 'm'));

      // 4. Every process loses the old key.
      await restart(0, AFTER);
      await restart(1, AFTER);
      isOver = true;
      await voting;

      const arrived = new Map<string, boolean>();
      await receiver.until(cast.length);
      for (const request of receiver.received) {
        const { bot_id: botId, user_id: userId } = request.body;
        const isKnown = isAuthentic(request, secrets.get(botId) ?? '');
        // Until the owner replaced it, deliveries were signed with the secret before.
        arrived.set(`${botId} ${userId}`, isKnown || botId === changed.id);
      }
      expect(cast.filter((vote) => !arrived.get(vote))).toEqual([]);
      const { sql } = at(0).services.db;
      // The receiver knows of a delivery before its result is recorded.
      await expect
        .poll(async () => (await sql`select from deliveries where state <> 'delivered'`).length, {
          timeout: 20_000,
        })
        .toBe(0);
      const deliveries = await sql<{ state: string; attempts: number; seconds: number }[]>`
      select state, count(*)::int as attempts,
        max(extract(epoch from started_at - created_at))::float as seconds
      from deliveries join delivery_attempts on delivery_id = id group by deliveries.id, state`;
      expect(deliveries.length).toBeGreaterThan(50);
      expect(deliveries.filter(({ state, attempts }) => state !== 'delivered' || attempts !== 1)).toEqual([]);
      // An unreadable secret would put a delivery off by five minutes.
      expect(Math.max(...deliveries.map(({ seconds }) => seconds))).toBeLessThan(60);
      expect(lines.filter(({ msg }) => /key|secret|decrypted/i.test(msg))).toEqual([]);
    }, 240_000);

    test('afterwards the old key alone does not start a process, nor run a command', async () => {
      await expect(startService({ ...database, ...BEFORE })).rejects.toThrow('ENCRYPTION_KEY is not the key');
      const { code, stderr } = await adminOf({ ...database, ...BEFORE })('keys', 'status');
      expect(code).toBe(2);
      expect(stderr).toContain('ENCRYPTION_KEY is not the key');
    });
  },
);

test('a key that a running process lacks is not made the current one, and nothing changes', async () => {
  const own = { ...(await ownDatabase(parts)), LOG_LEVEL: 'error' };
  {
    await using _ = await startService({ ...own, ...BEFORE });
    const { code, stderr } = await adminOf({ ...own, ...BOTH })('keys', 'rotate', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(
      `1 running process without the key ${idOf(NEW)}: restart every process with both keys`,
    );
  }
  await using service = await startService({ ...own, ...BOTH });
  expect(await service.services.db.sql`select id from encryption_keys`).toEqual([{ id: idOf(OLD) }]);
  expect(await jsonOf(adminOf({ ...own, ...BOTH }), 'keys', 'rotate', '--yes')).toMatchObject({
    code: 0,
    current: idOf(NEW),
  });
});

describe('A key that secrets still need', () => {
  test('is missed at the start, which names it, and rotation goes back and forth', async () => {
    const own = { ...(await ownDatabase(parts)), LOG_LEVEL: 'error' };
    const ids: string[] = [];
    {
      await using service = await startService({ ...own, ...BEFORE });
      ids.push((await given(service.services).listing().withWebhook('https://a.example/').approved()).id);
      // As if the command had ended between the second step and the third.
      await service.services.db.sql`update encryption_keys set is_current = false`;
      const { id, fingerprint } = createKeyring(NEW).current;
      await service.services.db.sql`
        insert into encryption_keys values (${id.toString('hex')}, ${fingerprint}, true, now())`;
    }
    await expect(startService({ ...own, ...AFTER })).rejects.toThrow(
      `ENCRYPTION_KEY_PREVIOUS lacks the key ${idOf(OLD)}, with which secrets in this database are still encrypted.`,
    );
    expect(await jsonOf(adminOf({ ...own, ...BOTH }), 'keys', 'rotate', '--yes')).toMatchObject({
      code: 0,
      resealed: 1,
    });
    await using service = await startService({ ...own, ...AFTER });
    const [row] = await service.services.db.sql<{ sealed: Buffer }[]>`
      select sealed_secret as sealed from webhooks where bot_id = ${ids[0] ?? ''}`;
    expect(service.services.secrets.open(row?.sealed ?? Buffer.alloc(0), ids[0] ?? '')).toMatch(/^whsec_/);
    expect(await service.services.db.sql`select id from encryption_keys`).toEqual([{ id: idOf(NEW) }]);
  }, 60_000);

  test('a process without any key of the database does not start, whatever else it has', async () => {
    const own = { ...(await ownDatabase(parts)), LOG_LEVEL: 'error' };
    await using _ = await startService({ ...own, ...BEFORE });
    const wrong = {
      ENCRYPTION_KEY: NEW.toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: `${randomBytes(32).toString('base64')},${randomBytes(32).toString('base64')}`,
    };
    await expect(startService({ ...own, ...wrong })).rejects.toThrow('ENCRYPTION_KEY is not the key');
  });
});
