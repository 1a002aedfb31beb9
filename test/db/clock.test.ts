import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepClock } from '../../src/db/clock.ts';
import { measureBacklog } from '../../src/domain/delivery/backlog.ts';
import { claimDeliveries, findOverdue, markDispatched } from '../../src/domain/delivery/claim.ts';
import { watchBacklog } from '../../src/workflows/worker/backlog-watch.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { givenDelivery } from '../kit/given-delivery.ts';
import { keepLog } from '../kit/kept-log.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { startService } from '../kit/service.ts';

const FIVE_MINUTES_MS = 300_000;
const OVERDUE_MS = 45_000;
const CLAIM = { limit: 10, limitOfOne: 10, underWay: new Map(), bots: { except: [] } };

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.close());

test.each([
  ['ahead of', 2 * FIVE_MINUTES_MS],
  ['behind', -2 * FIVE_MINUTES_MS],
])(
  "a process whose clock is %s the database says so once, finds nothing late and takes nobody's lease",
  async (where, offMs) => {
    const { log, lines } = keepLog();
    await using off = await startService(service.environment, 'web', log, () => new Date(Date.now() + offMs));
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        msg: expect.stringContaining(`clock is ${where} the database's`),
      }),
    ]);
    await service.services.db.sql`update deliveries set state = 'cancelled'`;
    // Each of the two writes, and the other reads.
    for (const [writer, reader] of [
      [service, off],
      [off, service],
    ] as const) {
      const { deliveryId } = await givenDelivery(service.services, writer.services.now());
      expect(await claimDeliveries(writer.services, CLAIM)).toHaveLength(1);
      expect(await claimDeliveries(reader.services, CLAIM)).toEqual([]);
      expect((await measureBacklog(reader.services)).lateSeconds).toBeLessThan(30);
      await watchBacklog(reader.services, log).close();
      await markDispatched(writer.services, [deliveryId]);
      expect(await findOverdue(reader.services, OVERDUE_MS, 10)).toEqual([]);
    }
    expect(lines).toHaveLength(1);
  },
);

test('a clock that is right, or nearly, is left alone and not talked about', async () => {
  const { log, lines } = keepLog();
  await using near = await startService(service.environment, 'web', log, () => new Date(Date.now() + 1000));
  expect(lines).toEqual([]);
  expect(near.services.now().getTime() - Date.now()).toBeGreaterThan(500);
});

test('a database that is too slow to tell the time at the start is asked again soon', async () => {
  const database = await startOwnDatabase('without tables');
  const db = database.open();
  // Enough of them to hold every connection.
  const sleeps = Promise.all(Array.from({ length: 3 }, () => db.sql`select pg_sleep(1.5)`.execute()));
  await delay(100);
  const offsets: number[] = [];
  const systemNow = () => new Date(Date.now() + FIVE_MINUTES_MS);
  const clock = await keepClock(db, systemNow, (aheadMs) => offsets.push(aheadMs));
  try {
    expect(offsets).toEqual([]);
    await sleeps;
    await expect.poll(() => offsets.length, { timeout: 10_000 }).toBe(1);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2000);
  } finally {
    clock.close();
    await database.close();
  }
});
