import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Clock, keepClock, type MachineClocks, machineClocks } from '../../src/db/clock.ts';
import {
  claimDeliveries,
  findOverdue,
  markDispatched,
  measureBacklog,
} from '../../src/domain/delivery/claim.ts';
import { watchBacklog } from '../../src/workflows/worker/housekeeping.ts';
import { startOwnDatabase } from '../kit/database.ts';
import { givenDelivery } from '../kit/given-delivery.ts';
import { keepLog } from '../kit/kept-log.ts';
import { forFile, startOwnService, startService } from '../kit/service.ts';

const FIVE_MINUTES_MS = 300_000;
const HOUR_MS = 3_600_000;
const SOON = { timeout: 15_000 };
const OVERDUE_MS = 45_000;
const CLAIM = { limit: 10, limitOfOne: 10, underWay: new Map() };

/** Clocks of a machine whose wall clock is off. */
const off = (byMs: number): MachineClocks => ({ ...machineClocks, wallMs: () => Date.now() + byMs });

const service = await forFile(startOwnService());
const { services } = service;

test.each([
  ['ahead of', 2 * FIVE_MINUTES_MS],
  ['behind', -2 * FIVE_MINUTES_MS],
])(
  "a process whose clock is %s the database says so once, finds nothing late and takes nobody's lease",
  async (where, offMs) => {
    const { log, lines } = keepLog('warn');
    await using wrong = await startService(service.environment, 'web', log, off(offMs));
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        msg: expect.stringContaining(`clock is ${where} the database's`),
      }),
    ]);
    await services.db.sql`update deliveries set state = 'cancelled'`;
    // Each of the two writes, and the other reads.
    for (const [writer, reader] of [
      [service, wrong],
      [wrong, service],
    ] as const) {
      const { deliveryId } = await givenDelivery(services, writer.services.now());
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

test("a clock that is right, or nearly, is not talked about, and the time is the database's all the same", async () => {
  const { log, lines } = keepLog('warn');
  await using near = await startService(service.environment, 'web', log, off(1500));
  expect(lines).toEqual([]);
  expect(Math.abs(near.services.now().getTime() - Date.now())).toBeLessThan(700);
});

test('a database that is too slow to tell the time at the start is asked again soon', async () => {
  const database = await startOwnDatabase('without tables');
  const db = database.open();
  // Enough of them to hold every connection.
  const sleeps = Promise.all(Array.from({ length: 3 }, () => db.sql`select pg_sleep(3)`.execute()));
  await delay(100);
  // The first answer takes about three seconds, so it is right by one and a half: it does not show this difference.
  const clock = await keepClock(db, off(1200));
  try {
    await sleeps;
    await expect.poll(() => Math.abs(clock.now().getTime() - Date.now()), SOON).toBeLessThan(700);
  } finally {
    clock.close();
    await database.close();
  }
});

describe('The time of a process', () => {
  const SMALL_MS = 1000;

  test.each([
    ['ahead', HOUR_MS],
    ['back', -HOUR_MS],
    ['back by five minutes', -FIVE_MINUTES_MS],
  ])(
    'does not change when somebody sets the clock of its machine %s, and the log says it soon',
    async (_, byMs) => {
      let wallOffMs = 0;
      const offsets: number[] = [];
      const clocks = { ...machineClocks, wallMs: () => Date.now() + wallOffMs };
      await using clock = disposable(
        await keepClock(services.db, clocks, {
          onOffset: (aheadMs) => offsets.push(Math.sign(aheadMs)),
        }),
      );
      wallOffMs = byMs;
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(SMALL_MS);
      await expect.poll(() => offsets, SOON).toEqual([Math.sign(byMs)]);
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(SMALL_MS);
      wallOffMs = 0;
      await expect.poll(() => offsets, SOON).toEqual([Math.sign(byMs), 0]);
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(SMALL_MS);
    },
  );

  test("is the database's again soon after its machine was suspended, and the log says so", async () => {
    let sleptMs = 0;
    const steps: number[] = [];
    // The steady clock of Linux stands still during a suspension, the others do not.
    const clocks = { ...machineClocks, steadyMs: () => performance.now() - sleptMs };
    await using clock = disposable(
      await keepClock(services.db, clocks, {
        onStep: (behindMs) => steps.push(Math.round(behindMs / HOUR_MS)),
      }),
    );
    sleptMs = HOUR_MS;
    await expect.poll(() => Math.abs(clock.now().getTime() - Date.now()), SOON).toBeLessThan(SMALL_MS);
    expect(steps).toEqual([1]);
  });

  test('never goes back by a small correction', async () => {
    let steadyOffMs = 0;
    const clocks = {
      steadyMs: () => performance.now() + steadyOffMs,
      // A jump of more than the tolerance, so that the next measurement comes soon.
      wallMs: () => Date.now() + 10 * steadyOffMs,
    };
    await using clock = disposable(await keepClock(services.db, clocks));
    steadyOffMs = 1500;
    const ahead = clock.now();
    await expect
      .poll(
        () => {
          expect(clock.now().getTime()).toBeGreaterThanOrEqual(ahead.getTime());
          return clock.now().getTime() - Date.now();
        },
        { ...SOON, interval: 10 },
      )
      .toBeLessThan(500);
  });
});

const disposable = (clock: Clock) => ({ ...clock, [Symbol.asyncDispose]: async () => clock.close() });
