import { expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { readHealth } from '../../../src/domain/delivery/health.ts';
import { pauseWebhook } from '../../../src/domain/delivery/hold.ts';
import { findWebhook, rotateSecret } from '../../../src/domain/delivery/webhook.ts';
import type { SendOutcome } from '../../../src/net/sender.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { present } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startService());

async function attempt(delivery: GivenDelivery, number: number, outcome: SendOutcome, time = NOON) {
  const sender = fakeSender(outcome);
  await attemptDelivery({ ...at(services, time), sender }, delivery.request(number));
}

async function healthOf({ bot }: GivenDelivery) {
  const webhook = present(await findWebhook(services, bot.id));
  const { state, since, cause } = await readHealth(services, webhook);
  return { state, since, cause: cause?.reason ?? null };
}

test('a receiver that was never asked is not verified', async () => {
  expect(await healthOf(await givenDelivery(services))).toEqual({
    state: 'unverified',
    since: null,
    cause: null,
  });
});

test('one that accepted the last request works', async () => {
  const delivery = await givenDelivery(services);
  await attempt(delivery, 1, answered(500));
  await attempt(delivery, 2, answered(200), after(NOON, 1000));
  expect(await healthOf(delivery)).toEqual({ state: 'healthy', since: null, cause: null });
});

test.each([
  ['a wrong secret', answered(401), 'attempt.unauthorized'],
  ['a wrong path', answered(404), 'attempt.path'],
  ['a redirect', answered(308), 'attempt.redirect'],
  ['a fault', answered(503), 'attempt.fault'],
  [
    'an expired certificate',
    { kind: 'failure', reason: 'tls_expired', durationMs: 3 } as const,
    'attempt.tls_expired',
  ],
  [
    'a silent receiver',
    { kind: 'failure', reason: 'timeout', durationMs: 10_000 } as const,
    'attempt.timeout',
  ],
])('%s is the likely cause of failures, and they began with the first one', async (_, outcome, cause) => {
  const delivery = await givenDelivery(services);
  await attempt(delivery, 1, outcome);
  await attempt(delivery, 2, outcome, after(NOON, 60_000));
  expect(await healthOf(delivery)).toEqual({ state: 'failing', since: NOON, cause });
});

test('failures with the secret before do not count', async () => {
  const delivery = await givenDelivery(services);
  await attempt(delivery, 1, answered(401));
  await rotateSecret(at(services, after(NOON, 1000)), delivery.bot.id, delivery.bot.ownerId);
  expect(await healthOf(delivery)).toEqual({ state: 'unverified', since: null, cause: null });
});

test('while deliveries are held, it says since when, and why the last attempt failed', async () => {
  const delivery = await givenDelivery(services);
  await attempt(delivery, 1, answered(404));
  await pauseWebhook(at(services, after(NOON, 5000)), delivery.bot.id, delivery.bot.ownerId);
  expect(await healthOf(delivery)).toEqual({
    state: 'held',
    since: after(NOON, 5000),
    cause: 'attempt.path',
  });
  await services.db.sql`update webhooks set hold = 'failing' where bot_id = ${delivery.bot.id}`;
  expect(await healthOf(delivery)).toMatchObject({ state: 'held' });
});
