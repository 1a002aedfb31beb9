import { expect } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { startDevServer } from '../../kit/dev-server.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { onTemporal } from '../../kit/on-temporal.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService, startService, type TestService } from '../../kit/service.ts';

/** Operators expect the end within ten seconds. A busy machine gets a little more here. */
const END_MS = 11_000;

const { test, receiver, web } = await onTemporal(async (cli, parts) => {
  const receiver = await forFile(startReceiver());
  const temporal = await startDevServer(cli, parts);
  return { receiver, web: await forFile(startOwnService({ TEMPORAL_ADDRESS: temporal.address })) };
});

async function startWorker(): Promise<TestService> {
  const worker = await startService(web.environment, 'worker');
  await worker.deliveriesReady;
  return worker;
}

test('a worker ends in ten seconds while receivers hang, and another one repeats what it interrupted', async () => {
  const hanging = Promise.withResolvers<number>();
  receiver.answer = () => hanging.promise;
  const bot = await given(web.services).listing().withWebhook(receiver.url).approved();
  const first = await startWorker();
  const voters = [newUserId(), newUserId(), newUserId()];
  for (const userId of voters) await castVote(web.services, bot.id, userId);
  await receiver.until(voters.length);

  const start = performance.now();
  await first.close();
  expect(performance.now() - start).toBeLessThan(END_MS);
  const { sql } = web.services.db;
  const attempts = () => sql<{ deliveryId: string; failure: string | null }[]>`
    select delivery_id as "deliveryId", failure from delivery_attempts where bot_id = ${bot.id}`;
  expect([...(await attempts())]).toEqual([]);

  receiver.answer = () => 200;
  const second = await startWorker();
  try {
    await receiver.until(2 * voters.length);
    await expect
      .poll(async () => {
        const rows = await sql`select from deliveries where bot_id = ${bot.id} and state = 'delivered'`;
        return rows.length;
      })
      .toBe(voters.length);
    expect((await attempts()).map(({ failure }) => failure)).toEqual([null, null, null]);
    const ids = receiver.received.map(({ headers }) => String(headers['x-webhook-delivery']));
    expect(new Set(ids.slice(0, voters.length))).toEqual(new Set(ids.slice(voters.length)));
  } finally {
    await second.close();
  }
}, 90_000);
