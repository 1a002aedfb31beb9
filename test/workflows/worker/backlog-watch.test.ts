import { expect, test } from 'vitest';

import { watchBacklog } from '../../../src/workflows/worker/housekeeping.ts';
import { givenDelivery, markTaken } from '../../kit/given-delivery.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const ALLOWED_MS = 300_000;

const { services } = await forFile(startOwnService());

/** The lines of the log after one look, this many milliseconds after noon. */
async function look(ms: number): Promise<unknown[]> {
  const { log, lines } = keepLog();
  await watchBacklog(at(services, after(NOON, ms)), log).close();
  return lines;
}

test('operators are warned when a delivery is later than its schedule allows, and not before', async () => {
  expect(await look(ALLOWED_MS + 1)).toEqual([]);
  const { deliveryId } = await givenDelivery(services);
  expect(await look(ALLOWED_MS)).toEqual([]);
  const warning = { msg: 'Deliveries are later than their schedule allows.', level: 40 };
  expect(await look(ALLOWED_MS + 1)).toEqual([
    { ...warning, inOutbox: 1, waiting: 0, oldestSeconds: 300.001, lateSeconds: 300.001 },
  ]);

  // One that waits for its retry is as late as that is, however old it may be.
  await markTaken(at(services, NOON), deliveryId);
  await services.db.sql`
    update deliveries set next_attempt_at = ${after(NOON, 7_200_000)} where id = ${deliveryId}`;
  expect(await look(7_200_000 + ALLOWED_MS)).toEqual([]);
  expect(await look(7_200_000 + ALLOWED_MS + 1)).toEqual([
    { ...warning, inOutbox: 0, waiting: 1, oldestSeconds: 7500.001, lateSeconds: 300.001 },
  ]);
});
