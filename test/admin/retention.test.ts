import { expect, test } from 'vitest';
import { newId } from '../../src/domain/kernel/ids.ts';
import { adminOf, jsonOf } from '../kit/admin.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const service = await forFile(startOwnService());
const admin = adminOf(service.environment);

test('retention now deletes what is older than the settings keep, and nothing without consent', async () => {
  const { sql } = service.services.db;
  const bot = await given(service.services).listing().votes(2).approved();
  const old = new Date(Date.now() - 200 * 24 * 60 * 60 * 1000);
  for (let index = 0; index < 3; index += 1) {
    await sql`
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
      values (${newId(service.services, old)}, ${bot.id}, 'vote', ${newUserId()}, ${old}, 'delivered', ${old}, ${old})`;
  }
  const left = async () => (await sql`select from deliveries where bot_id = ${bot.id}`).length;

  expect(await admin('retention', 'now')).toMatchObject({ code: 1 });
  expect(await left()).toBe(3);
  expect(await jsonOf(admin, 'retention', 'now', '--yes')).toMatchObject({
    code: 0,
    isComplete: true,
    deliveries: 3,
  });
  expect(await left()).toBe(0);
  expect(await jsonOf(admin, 'retention', 'now', '--yes')).toMatchObject({ code: 0, deliveries: 0 });
  expect(await sql`select from votes where bot_id = ${bot.id}`).toHaveLength(2);
});
