import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import {
  findWebhook,
  removeWebhook,
  rotateSecret,
  sendTest,
  setWebhook,
} from '../../../src/domain/delivery/webhook.ts';
import { ForbiddenError, InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { removeCoOwner } from '../../../src/domain/ownership/owners.ts';
import { fakeSender } from '../../kit/fake-sender.ts';
import { given } from '../../kit/given.ts';
import { givenDelivery, RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { statementsDuring } from '../../kit/statements.ts';
import { deliveryOf, votesOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';
import { useService } from '../../kit/use-service.ts';

const PUBLIC = 'https://8.8.8.8/hook';

const service = await forFile(startOwnService());

/** A public bot without a webhook. */
async function newBot(): Promise<{ botId: string; ownerId: string }> {
  const { id: botId, ownerId } = await given(service.services).listing().approved();
  return { botId, ownerId };
}

const sealedOf = async (botId: string) => {
  const rows = await service.services.db.sql<{ sealed: Buffer; row: string }[]>`
    select sealed_secret as sealed, webhooks::text as row from webhooks where bot_id = ${botId}`;
  return first(rows);
};

test('a refused URL leaves the webhook that was there as it was', async () => {
  const { botId, ownerId } = await newBot();
  await setWebhook(service.services, botId, ownerId, PUBLIC);
  const before = await sealedOf(botId);
  await expect(setWebhook(service.services, botId, ownerId, 'https://10.0.0.1/')).rejects.toThrow(
    InvalidInputError,
  );
  expect(await sealedOf(botId)).toEqual(before);
});

test('an https URL on a public address is accepted, and comes with a secret of 44 random letters and digits', async () => {
  const { botId, ownerId } = await newBot();
  const { webhook, secret } = await setWebhook(at(service.services, NOON), botId, ownerId, PUBLIC);
  expect(webhook).toMatchObject({
    url: PUBLIC,
    format: 'contract',
    updatedAt: NOON,
    verifiedAt: null,
    nextSecretAt: null,
  });
  expect(secret).toMatch(/^whsec_[A-Za-z\d]{44}$/);
  expect(await findWebhook(service.services, botId)).toEqual(webhook);
});

test('the secret is sealed at rest for this listing alone, and nowhere legible in the row', async () => {
  const { botId, ownerId } = await newBot();
  const { secret } = await setWebhook(service.services, botId, ownerId, PUBLIC);
  const { sealed, row } = await sealedOf(botId);
  expect(row).not.toContain(secret);
  expect(row).not.toContain(Buffer.from(secret).toString('hex'));
  expect(service.services.secrets.open(sealed, botId)).toBe(secret);
  expect(() => service.services.secrets.open(sealed, newUserId())).toThrow();
});

test('setting it again replaces URL, secret and time', async () => {
  const { botId, ownerId } = await newBot();
  const one = await setWebhook(at(service.services, NOON), botId, ownerId, PUBLIC);
  const two = await setWebhook(at(service.services, after(NOON, 9)), botId, ownerId, `${PUBLIC}/two`);
  expect(two.secret).not.toBe(one.secret);
  expect(await findWebhook(service.services, botId)).toMatchObject({
    url: `${PUBLIC}/two`,
    format: 'contract',
    updatedAt: after(NOON, 9),
    verifiedAt: null,
    nextSecretAt: null,
  });
  expect(service.services.secrets.open((await sealedOf(botId)).sealed, botId)).toBe(two.secret);
});

test.each(['removed as a co-owner', 'left with a removed listing'])(
  'who was %s while the host was looked up sets nothing, and learns no secret',
  async (how) => {
    const { botId, ownerId } = await newBot();
    const before = await setWebhook(service.services, botId, ownerId, PUBLIC);
    const coOwner = await given(service.services).coOwnerOf(botId);
    const vet = async (url: string) => {
      const target = await service.services.sender.vet(url);
      if (how === 'removed as a co-owner') await removeCoOwner(service.services, botId, coOwner);
      else await removeListing(service.services, botId, ownerId);
      return target;
    };
    const services = { ...service.services, sender: { ...service.services.sender, vet } };
    await expect(setWebhook(services, botId, coOwner, `${PUBLIC}/mine`)).rejects.toThrow(ForbiddenError);
    const isListed = how === 'removed as a co-owner';
    expect(await findWebhook(service.services, botId)).toEqual(isListed ? before.webhook : undefined);
  },
);

test('strangers, and those who are only invited, set no webhook', async () => {
  const { botId } = await newBot();
  const invited = await given(service.services).invitedTo(botId);
  for (const userId of [invited, newUserId()]) {
    await expect(setWebhook(service.services, botId, userId, PUBLIC)).rejects.toThrow(ForbiddenError);
  }
  expect(await findWebhook(service.services, botId)).toBeUndefined();
});

test.each([
  ['its webhook', removeWebhook],
  ['the listing', removeListing],
])(
  'removing %s ends what waits as cancelled, also for a webhook that is set later, and leaves what has ended',
  async (_, remove) => {
    const { botId, ownerId } = await newBot();
    await setWebhook(service.services, botId, ownerId, PUBLIC);
    const waiting = await sendTest(service.services, botId, ownerId);
    const ended = await sendTest(service.services, botId, ownerId);
    const { sql } = service.services.db;
    await sql`update deliveries set state = 'delivered', finished_at = now() where id = ${ended.id}`;
    await remove(service.services, botId, ownerId);
    expect(await findWebhook(service.services, botId)).toBeUndefined();
    const rows = await sql`
    select id, state, finished_at is not null as "isFinished", next_attempt_at
      from deliveries where bot_id = ${botId} order by state`;
    expect(rows).toEqual([
      { id: waiting.id, state: 'cancelled', isFinished: true, next_attempt_at: null },
      { id: ended.id, state: 'delivered', isFinished: true, next_attempt_at: null },
    ]);
  },
);

test('removing says whether there was one', async () => {
  const { botId, ownerId } = await newBot();
  await setWebhook(service.services, botId, ownerId, PUBLIC);
  expect(await removeWebhook(service.services, botId, ownerId)).toBe(true);
  expect(await findWebhook(service.services, botId)).toBeUndefined();
  expect(await removeWebhook(service.services, botId, ownerId)).toBe(false);
});

test('a test without a webhook is refused, and nothing is recorded', async () => {
  const { botId } = await newBot();
  await expect(sendTest(service.services, botId, newUserId())).rejects.toThrow(InvalidInputError);
  const rows = await service.services.db.sql`select from deliveries where bot_id = ${botId}`;
  expect(rows).toHaveLength(0);
});

test('a test is a delivery to send, and no vote', async () => {
  const { botId, ownerId } = await newBot();
  await setWebhook(service.services, botId, ownerId, PUBLIC);
  const userId = newUserId();
  let wakes = 0;
  const services = { ...at(service.services, NOON), wakeDispatcher: () => void wakes++ };
  const delivery = await sendTest(services, botId, userId);
  expect(delivery).toMatchObject({ botId, userId, kind: 'test', state: 'pending', votedAt: NOON, round: 1 });
  expect(wakes).toBe(1);
  expect(await deliveryOf(services, delivery.id)).toMatchObject({ state: 'pending', dispatchedAt: null });
  expect(await votesOf(services, botId)).toEqual({ log: [], windows: [], deliveries: [], count: 0 });
});

test('rotating makes a new secret of 44 random letters and digits and keeps the URL', async () => {
  const { bot } = await givenDelivery(service.services);
  const later = after(NOON, 5000);
  const { webhook, secret } = await rotateSecret(at(service.services, later), bot.id, bot.ownerId);
  expect(webhook).toMatchObject({
    url: RECEIVER,
    format: 'contract',
    updatedAt: later,
    verifiedAt: null,
    nextSecretAt: null,
  });
  expect(await findWebhook(service.services, bot.id)).toEqual(webhook);
  expect(secret).toMatch(/^whsec_[A-Za-z\d]{44}$/);
  expect(secret).not.toBe(bot.webhookSecret);
});

test('a delivery that waits is sent with the new secret only', async () => {
  const delivery = await givenDelivery(service.services);
  const { secret } = await rotateSecret(service.services, delivery.bot.id, delivery.bot.ownerId);
  const sender = fakeSender();
  await attemptDelivery({ ...service.services, sender }, delivery.request(1));
  const { headers, body } = first(sender.posts);
  expect(headers.Authorization).toBe(secret);
  expect(headers['X-Webhook-Signature-256']).toBe(
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
  expect(JSON.stringify(headers)).not.toContain(delivery.bot.webhookSecret);
});

test('rotating touches the secret of no other listing', async () => {
  const [mine, theirs] = [await givenDelivery(service.services), await givenDelivery(service.services)];
  await rotateSecret(service.services, mine.bot.id, mine.bot.ownerId);
  const sender = fakeSender();
  await attemptDelivery({ ...service.services, sender }, theirs.request(1));
  expect(first(sender.posts).headers.Authorization).toBe(theirs.bot.webhookSecret);
});

test('without a webhook there is nothing to rotate, and none is made', async () => {
  const { bot } = await givenDelivery(service.services);
  await service.services.db.sql`delete from webhooks where bot_id = ${bot.id}`;
  await expect(rotateSecret(service.services, bot.id, bot.ownerId)).rejects.toThrow(InvalidInputError);
  expect(await findWebhook(service.services, bot.id)).toBeUndefined();
});

describe('A webhook is verified', () => {
  const subject = useService(1);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());

  const make = () => given(subject.services).listing().withWebhook(receiver.url).approved();
  const attempt = async ({ id, ownerId }: { id: string; ownerId: string }) => {
    const { services } = subject;
    const { id: deliveryId } = await sendTest(services, id, ownerId);
    await attemptDelivery(services, { deliveryId, botId: id, round: 1, number: 1 });
  };
  const verifiedAt = async (botId: string) => (await findWebhook(subject.services, botId))?.verifiedAt;

  test('by the first request that its receiver accepts, not by a refused one', async () => {
    const bot = await make();
    receiver.answer = () => 401;
    await attempt(bot);
    expect(await verifiedAt(bot.id)).toBeNull();
    receiver.answer = () => 204;
    await attempt(bot);
    expect(await verifiedAt(bot.id)).toBeInstanceOf(Date);
  });

  test('once: later successes cost no statement for it, and do not change the time', async () => {
    const bot = await make();
    await attempt(bot);
    const first = await verifiedAt(bot.id);
    const statements = await statementsDuring(subject.services.db, () => attempt(bot));
    expect(statements.filter((statement) => statement.startsWith('update "webhooks"'))).toEqual([]);
    expect(await verifiedAt(bot.id)).toEqual(first);
  });

  test('again after a new secret and after a new URL', async () => {
    const { services } = subject;
    const later = { ...services, now: () => new Date(Date.now() + 1000) };
    const bot = await make();
    await attempt(bot);
    await rotateSecret(later, bot.id, bot.ownerId);
    expect(await verifiedAt(bot.id)).toBeNull();
    const muchLater = { ...services, now: () => new Date(Date.now() + 2000) };
    const { webhook } = await setWebhook(muchLater, bot.id, bot.ownerId, receiver.url);
    expect(webhook.verifiedAt).toBeNull();
    expect(await verifiedAt(bot.id)).toBeNull();
  });
});
