import { afterAll, beforeAll, expect, test } from 'vitest';
import { castVote } from '../../src/domain/cast-vote.ts';
import type { TestService } from '../support/service.ts';
import { after, at, first, HOUR_MS, NOON, newUserId, startOwnService, votesOf } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
  // Stands for whatever can go wrong in the middle of the statement; this database is this file's own.
  await service.services.db.sql`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`;
});
afterAll(() => service.close());

const TABLES = ['vote_windows', 'votes', 'bot_stats', 'deliveries'];

async function whileRefusing(table: string, act: () => Promise<void>): Promise<void> {
  const { sql } = service.services.db;
  await sql`create trigger refuse before insert or update on ${sql(table)} for each row execute function refuse()`;
  try {
    await act();
  } finally {
    await sql`drop trigger refuse on ${sql(table)}`;
  }
}

test.each(TABLES)('a vote that cannot be written to %s is not written anywhere', async (table) => {
  const botId = first((await service.seed({ users: 0 })).bots).id;
  const userId = newUserId();
  let wakes = 0;
  const cast = (ms: number) => {
    const services = { ...at(service.services, after(NOON, ms)), wakeDispatcher: () => void wakes++ };
    return castVote(services, botId, userId);
  };
  await whileRefusing(table, async () => {
    await expect(cast(0)).rejects.toThrow('refused');
  });
  expect(await votesOf(service.services, botId)).toEqual({ log: [], windows: [], deliveries: [], count: 0 });
  expect(wakes).toBe(0);

  await cast(0);
  const before = await votesOf(service.services, botId);
  expect(before.count).toBe(1);
  await whileRefusing(table, async () => {
    await expect(cast(12 * HOUR_MS)).rejects.toThrow('refused');
  });
  expect(await votesOf(service.services, botId)).toEqual(before);
  expect(wakes).toBe(1);
});
