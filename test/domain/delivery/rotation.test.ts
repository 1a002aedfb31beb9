import { expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import { readHealth } from '../../../src/domain/delivery/health.ts';
import { beginRotation, cancelRotation, finishRotation } from '../../../src/domain/delivery/rotation.ts';
import {
  changeWebhook,
  findWebhook,
  rotateSecret,
  sendTest,
  setWebhook,
} from '../../../src/domain/delivery/webhook.ts';
import { ForbiddenError, InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first, present } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const PUBLIC = 'https://8.8.8.8/hook';
const { services } = await forFile(startOwnService());

const later = (minutes: number) => at(services, after(NOON, minutes * 60_000));

/** Makes an attempt. @returns the secret that the receiver got */
async function attempt(delivery: GivenDelivery['request'], minutes: number, number = 1, status = 200) {
  const sender = fakeSender(answered(status));
  await attemptDelivery({ ...later(minutes), sender }, delivery(number));
  return first(sender.posts).headers.Authorization;
}

/** Sends a test. @returns the request of its attempts */
async function testOf(botId: string, userId: string, minutes: number): Promise<GivenDelivery['request']> {
  const { id: deliveryId } = await sendTest(later(minutes), botId, userId);
  return (number) => ({ deliveryId, botId, round: 1, number });
}

/** A bot whose rotation began a minute after noon, and a vote that waits. */
async function givenRotation() {
  const vote = await givenDelivery(services);
  const { id, ownerId, webhookSecret } = vote.bot;
  const begun = await beginRotation(later(1), id, ownerId);
  return { vote, botId: id, ownerId, current: webhookSecret, next: begun.secret, webhook: begun.webhook };
}

test('while the next secret waits, votes are signed with the current one, and a failed test changes nothing', async () => {
  const { vote, botId, ownerId, current, next, webhook } = await givenRotation();
  expect(next).not.toBe(current);
  expect(webhook).toMatchObject({ nextSecretAt: after(NOON, 60_000), updatedAt: NOON });
  expect(await attempt(vote.request, 2, 1, 500)).toBe(current);
  const tested = await testOf(botId, ownerId, 3);
  expect(await attempt(tested, 3, 1, 401)).toBe(next);
  expect(await attempt(vote.request, 4, 2)).toBe(current);
  expect(await findWebhook(services, botId)).toMatchObject({ nextSecretAt: after(NOON, 60_000) });
});

test('a test that was sent before the rotation began goes on with the current secret', async () => {
  const { bot } = await givenDelivery(services);
  const tested = await testOf(bot.id, bot.ownerId, 0);
  await beginRotation(later(1), bot.id, bot.ownerId);
  expect(await attempt(tested, 2)).toBe(bot.webhookSecret);
  expect(await findWebhook(services, bot.id)).toMatchObject({ nextSecretAt: after(NOON, 60_000) });
});

test('the first success of a test with the next secret makes it the current one, verified, and the other managers are told', async () => {
  const { vote, botId, ownerId, next } = await givenRotation();
  const coOwner = await given(services).coOwnerOf(botId);
  const tested = await testOf(botId, ownerId, 3);
  await attempt(tested, 3, 1, 401);
  expect(await attempt(tested, 4, 2)).toBe(next);
  const then = after(NOON, 4 * 60_000);
  expect(await findWebhook(services, botId)).toMatchObject({
    nextSecretAt: null,
    updatedAt: then,
    verifiedAt: then,
  });
  expect(await attempt(vote.request, 5)).toBe(next);
  const told = await services.db.sql`
    select user_id from notices where bot_id = ${botId} and kind = 'secret_changed' and created_at = ${then}`;
  expect(told).toEqual([{ user_id: coOwner }]);
});

test('a manager ends the rotation without a test: the webhook is not verified then', async () => {
  const { vote, botId, ownerId, next } = await givenRotation();
  const webhook = await finishRotation(later(2), botId, ownerId);
  expect(webhook).toMatchObject({ nextSecretAt: null, updatedAt: after(NOON, 120_000), verifiedAt: null });
  expect(await attempt(vote.request, 3)).toBe(next);
});

test('a cancelled rotation leaves the current secret, also when a test with the next one succeeds afterwards', async () => {
  const { vote, botId, ownerId, current } = await givenRotation();
  const tested = await testOf(botId, ownerId, 2);
  const sender = {
    post: async () => {
      await cancelRotation(later(2), botId, ownerId);
      return answered(200);
    },
  };
  await attemptDelivery({ ...later(2), sender }, tested(1));
  expect(await findWebhook(services, botId)).toMatchObject({ nextSecretAt: null, updatedAt: NOON });
  expect(await attempt(vote.request, 3)).toBe(current);
});

test.each([
  ['another next secret is made', beginRotation],
  [
    'the URL changes',
    (services: ReturnType<typeof later>, botId: string, userId: string) =>
      changeWebhook(services, botId, userId, PUBLIC),
  ],
])('a test under way when %s does not end the rotation', async (_, act) => {
  const { botId, ownerId } = await givenRotation();
  const tested = await testOf(botId, ownerId, 2);
  const sender = {
    post: async () => {
      await act(later(3), botId, ownerId);
      return answered(200);
    },
  };
  await attemptDelivery({ ...later(2), sender }, tested(1));
  expect((await findWebhook(services, botId))?.nextSecretAt).toBeInstanceOf(Date);
  const { sql } = services.db;
  expect(
    await sql`
    select from listing_events where bot_id = ${botId} and kind = 'rotation_finished'`,
  ).toHaveLength(0);
});

test.each([
  ['sets the webhook', (botId: string, userId: string) => setWebhook(later(2), botId, userId, PUBLIC)],
  ['replaces the secret at once', (botId: string, userId: string) => rotateSecret(later(2), botId, userId)],
])('who %s ends a rotation: the next secret is forgotten', async (_, act) => {
  const { vote, botId, ownerId } = await givenRotation();
  const { secret } = await act(botId, ownerId);
  expect(await findWebhook(services, botId)).toMatchObject({ nextSecretAt: null });
  await expect(finishRotation(later(3), botId, ownerId)).rejects.toThrow(InvalidInputError);
  expect(await attempt(vote.request, 4)).toBe(secret);
});

test('changing the URL keeps the secret and the rotation, and the webhook is not verified any more', async () => {
  const { vote, botId, ownerId, current } = await givenRotation();
  await attempt(vote.request, 2);
  const changed = await changeWebhook(later(3), botId, ownerId, PUBLIC);
  expect(changed).toMatchObject({ url: PUBLIC, verifiedAt: null, nextSecretAt: after(NOON, 60_000) });
  await cancelRotation(later(4), botId, ownerId);
  const tested = await testOf(botId, ownerId, 5);
  expect(await attempt(tested, 5)).toBe(current);
});

test('strangers and those who are only invited neither begin, end nor cancel a rotation, nor replace the secret, nor change the URL', async () => {
  const { botId } = await givenRotation();
  for (const userId of [newUserId(), await given(services).invitedTo(botId)]) {
    for (const act of [beginRotation, finishRotation, cancelRotation, rotateSecret])
      await expect(act(services, botId, userId)).rejects.toThrow(ForbiddenError);
    await expect(changeWebhook(services, botId, userId, PUBLIC)).rejects.toThrow(ForbiddenError);
  }
  expect(await findWebhook(services, botId)).toMatchObject({ nextSecretAt: after(NOON, 60_000) });
});

test('without a webhook there is nothing to rotate or to change, and a private URL is refused', async () => {
  const { id, ownerId } = await given(services).listing().approved();
  for (const act of [beginRotation, finishRotation, cancelRotation])
    await expect(act(services, id, ownerId)).rejects.toThrow(InvalidInputError);
  await expect(changeWebhook(services, id, ownerId, PUBLIC)).rejects.toThrow(InvalidInputError);
  const { botId, ownerId: other } = await givenRotation();
  await expect(changeWebhook(services, botId, other, 'https://10.0.0.1/')).rejects.toThrow(InvalidInputError);
});

test('the next secret is sealed at rest for this listing alone', async () => {
  const { botId, next } = await givenRotation();
  const [row] = await services.db.sql<{ sealed: Buffer; text: string }[]>`
    select next_sealed_secret as sealed, webhooks::text as text from webhooks where bot_id = ${botId}`;
  expect(row?.text).not.toContain(Buffer.from(next).toString('hex'));
  expect(services.secrets.open(row?.sealed ?? Buffer.alloc(0), botId)).toBe(next);
});

test('a refused test of the next secret names the next secret, and after a cancel the state is that of the current one', async () => {
  const { vote, botId, ownerId } = await givenRotation();
  await attempt(vote.request, 2);
  const tested = await testOf(botId, ownerId, 3);
  await attempt(tested, 3, 1, 401);
  const health = async () => readHealth(services, present(await findWebhook(services, botId)));
  expect(await health()).toMatchObject({ state: 'failing', cause: { reason: 'attempt.next_secret' } });
  expect((await findWebhook(services, botId))?.failingSince).toBeNull();
  await cancelRotation(later(4), botId, ownerId);
  expect(await health()).toMatchObject({ state: 'healthy', cause: null });
  // A retry of that test uses the current secret: it counts, and says so.
  await attempt(tested, 5, 2, 401);
  expect(await health()).toMatchObject({ state: 'failing', cause: { reason: 'attempt.unauthorized' } });
});

test.each([
  [500, 'failing'],
  [200, 'healthy'],
])(
  'whatever tests of a dropped secret got, the state is what votes got: after %i it is %s',
  async (status, state) => {
    const { vote, botId, ownerId } = await givenRotation();
    await attempt(vote.request, 2, 1, status);
    // A receiver may refuse a signature with any status. These attempts are all that health reads.
    for (const minutes of [3, 4]) {
      const tested = await testOf(botId, ownerId, minutes);
      for (const number of [1, 2, 3, 4, 5]) await attempt(tested, minutes, number, 400);
    }
    await cancelRotation(later(5), botId, ownerId);
    const webhook = present(await findWebhook(services, botId));
    expect(webhook.failingSince).toEqual(status === 500 ? after(NOON, 2 * 60_000) : null);
    expect(await readHealth(services, webhook)).toMatchObject({ state, since: webhook.failingSince });
  },
);

test('a rotation that is cancelled, finished by hand or by a test has a line in the history', async () => {
  const { botId, ownerId } = await givenRotation();
  await cancelRotation(later(2), botId, ownerId);
  await beginRotation(later(3), botId, ownerId);
  await finishRotation(later(4), botId, ownerId);
  await beginRotation(later(5), botId, ownerId);
  await attempt(await testOf(botId, ownerId, 6), 6);
  const rows = await services.db.sql<{ kind: string }[]>`
    select kind from listing_events where bot_id = ${botId} and user_id = ${ownerId} order by id`;
  expect(rows.map(({ kind }) => kind)).toEqual([
    'webhook_set',
    'secret_made',
    'rotation_cancelled',
    'secret_made',
    'rotation_finished',
    'secret_made',
    'rotation_finished',
  ]);
});
