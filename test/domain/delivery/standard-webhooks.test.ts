import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { attemptDelivery } from '../../../src/domain/delivery/attempt.ts';
import type { PostRequest } from '../../../src/net/sender.ts';
import { answered, fakeSender } from '../../kit/fake-sender.ts';
import { type GivenDelivery, givenDelivery } from '../../kit/given-delivery.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';

const { services } = await forFile(startOwnService());

async function attempt(delivery: GivenDelivery): Promise<PostRequest> {
  const sender = fakeSender(answered(200));
  await attemptDelivery({ ...services, sender }, delivery.request(1));
  return first(sender.posts);
}

test('the official library accepts a delivery with the secret as it is shown, and no other body, time or secret', async () => {
  const delivery = await givenDelivery(services, services.now());
  const { headers, body } = await attempt(delivery);
  const text = Buffer.from(body).toString();
  const receiver = new Webhook(delivery.bot.webhookSecret);
  expect(receiver.verify(text, headers)).toMatchObject({ event: 'vote.create', user_id: delivery.userId });
  expect(() => receiver.verify(`${text} `, headers)).toThrow();
  expect(() => receiver.verify(text, { ...headers, 'webhook-timestamp': '1' })).toThrow();
  const other = await givenDelivery(services);
  expect(() => new Webhook(other.bot.webhookSecret).verify(text, headers)).toThrow();
});

test('it accepts an older secret too, after its characters were converted to standard base64', async () => {
  const delivery = await givenDelivery(services, services.now());
  const old = `whsec_${Buffer.from('fbff'.repeat(16), 'hex').toString('base64url')}`;
  expect(old).toMatch(/[-_]/);
  await services.db.sql`
    update webhooks set sealed_secret = ${services.secrets.seal(old, delivery.bot.id)}
    where bot_id = ${delivery.bot.id}`;
  const { headers, body } = await attempt(delivery);
  const converted = `${old.slice(6).replaceAll('-', '+').replaceAll('_', '/')}=`;
  const receiver = new Webhook(`whsec_${converted}`);
  expect(receiver.verify(Buffer.from(body).toString(), headers)).toMatchObject({ event: 'vote.create' });
});
