import { WorkflowNotFoundError } from '@temporalio/client';
import { beforeEach, expect, test } from 'vitest';

import { createLog } from '../../../src/lib/log.ts';
import {
  type ReconcilerOptions,
  reconcile,
  startReconciler,
} from '../../../src/workflows/dispatcher/reconciler.ts';
import { givenDelivery, markTaken } from '../../kit/given-delivery.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { deliveryOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';

const ALLOWED_MS = 45_000;
/** How many are looked up at once. */
const PAGE = 100;

const { services } = await forFile(startOwnService());
beforeEach(async () => {
  await services.db.sql`update deliveries set state = 'cancelled'`;
});

/** The least of a Temporal client: what its workflows are at, by id. */
function temporal(statuses: Record<string, string>): ReconcilerOptions['client'] {
  const getHandle = (id: string) => ({
    async describe() {
      const name = statuses[id];
      if (name === 'AWAY') throw new Error('Temporal is away.');
      if (name === undefined) throw new WorkflowNotFoundError('gone', id, undefined);
      return { status: { name }, raw: {} };
    },
  });
  return { workflow: { getHandle } } as unknown as ReconcilerOptions['client'];
}

async function dispatched(): Promise<string> {
  const { deliveryId } = await givenDelivery(services);
  await markTaken(at(services, NOON), deliveryId);
  return deliveryId;
}

async function compare(statuses: Record<string, string>, ms = ALLOWED_MS + 1) {
  let hints = 0;
  const returned = await reconcile(
    {
      client: temporal(statuses),
      services: at(services, after(NOON, ms)),
      log: createLog('silent'),
      onReturned: () => void hints++,
    },
    ALLOWED_MS,
  );
  return { returned, hints };
}

const isInOutbox = async (id: string) => (await deliveryOf(services, id)).dispatchedAt === null;

const STATUSES = ['TERMINATED', 'CANCELLED', 'FAILED', 'TIMED_OUT', 'COMPLETED'];

test.each([
  ['whose workflow is gone is in the outbox again', undefined, ALLOWED_MS + 1, 1],
  ...STATUSES.map(
    (status) =>
      [
        `that waits although its workflow is ${status} is in the outbox again`,
        status,
        ALLOWED_MS + 1,
        1,
      ] as const,
  ),
  ['whose workflow still runs is left to it, and nobody is woken', 'RUNNING', ALLOWED_MS + 1, 0],
  ['that is not late is not looked into', undefined, ALLOWED_MS, 0],
] as const)('a delivery %s', async (_, status, ms, count) => {
  const id = await dispatched();
  expect(await compare(status ? { [id]: status } : {}, ms)).toEqual({ returned: count, hints: count });
  expect(await isInOutbox(id)).toBe(count === 1);
});

test('of several only those without a workflow come back, with one hint for all', async () => {
  const [gone, running, terminated] = [await dispatched(), await dispatched(), await dispatched()];
  const statuses = { [running]: 'RUNNING', [terminated]: 'TERMINATED' };
  expect(await compare(statuses)).toEqual({ returned: 2, hints: 1 });
  expect(await Promise.all([gone, running, terminated].map(isInOutbox))).toEqual([true, false, true]);
});

test('when Temporal does not answer no workflow counts as gone', async () => {
  const [gone, unknown] = [await dispatched(), await dispatched()];
  await expect(compare({ [unknown]: 'AWAY' })).rejects.toThrow('Temporal is away.');
  expect(await isInOutbox(gone)).toBe(false);
  expect(await isInOutbox(unknown)).toBe(false);
});

test('what could not be compared stays as it is, and comes up in the next round', async () => {
  const ids = [await dispatched(), await dispatched(), await dispatched()];
  for (const unknown of ids) {
    await expect(compare({ [unknown]: 'AWAY' })).rejects.toThrow('Temporal is away.');
  }
  expect(await compare({})).toEqual({ returned: 3, hints: 1 });
  expect(await Promise.all(ids.map(isInOutbox))).toEqual([true, true, true]);
});

test('of Temporal that stops to answer a round asks once, and one line tells of it', async () => {
  const ids = [await dispatched(), await dispatched(), await dispatched()];
  const told = Promise.withResolvers<void>();
  const { log, lines } = keepLog('info', told.resolve);
  let asked = 0;
  const getHandle = () => ({
    describe: async () => {
      asked += 1;
      throw new Error('Temporal is away.');
    },
  });
  const reconciler = startReconciler({
    client: { workflow: { getHandle } } as unknown as ReconcilerOptions['client'],
    services: at(services, after(NOON, ALLOWED_MS + 1)),
    log,
    onReturned: () => {},
  });
  await told.promise;
  await reconciler.close();
  expect(asked).toBe(1);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines[0])).not.toContain('Temporal is away');
  expect(await Promise.all(ids.map(isInOutbox))).toEqual([false, false, false]);
});

test('what was found before Temporal stopped answering is in the outbox, told of once and counted', async () => {
  const { bot, deliveryId: unknown } = await givenDelivery(services);
  await markTaken(at(services, after(NOON, 1)), unknown);
  const found = await services.db.sql<{ id: string }[]>`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, dispatched_at)
    select gen_random_uuid(), ${bot.id}, 'vote', '200000000000000001', ${NOON}, 'pending', ${NOON}, ${NOON}
    from generate_series(1, ${PAGE})
    returning id`;
  const { log, lines } = keepLog();
  let hints = 0;
  await expect(
    reconcile(
      {
        client: temporal({ [unknown]: 'AWAY' }),
        services: at(services, after(NOON, ALLOWED_MS + 2)),
        log,
        onReturned: () => void hints++,
      },
      ALLOWED_MS,
    ),
  ).rejects.toThrow('Temporal is away.');
  const inOutbox = await Promise.all(found.map(({ id }) => isInOutbox(id)));
  expect(inOutbox).toEqual(Array(PAGE).fill(true));
  expect(await isInOutbox(unknown)).toBe(false);
  expect(hints).toBe(1);
  expect(lines).toMatchObject([{ deliveries: PAGE }]);
});
