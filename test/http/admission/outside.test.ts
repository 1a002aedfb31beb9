import { afterAll, beforeAll, expect, test } from 'vitest';
import { given } from '../kit/given.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { useService } from '../kit/use-service.ts';

const subject = useService(1);
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const CHECK =
  'mutation ($id: ID!) { result: checkReceiver(botId: $id) { __typename ... on Error { reason } } }';

test('Two checks of a user wait for a silent receiver, the third is refused, and other users still check', async () => {
  const silence = Promise.withResolvers<number>();
  const newBot = () => given(subject.service.services).owner().listing().withWebhook(receiver.url).approved();
  const [bot, other] = [await newBot(), await newBot()];
  const check = async ({ id, ownerId }: typeof bot) => {
    const cookie = await subject.service.signIn(ownerId);
    return subject.graphql(CHECK, { id }, cookie);
  };
  receiver.answer = () => silence.promise;
  const first = [check(bot), check(bot)];
  await receiver.until(2);
  expect(await check(bot)).toEqual({ __typename: 'RateLimitedError', reason: 'outside.tooMany' });
  const others = check(other);
  await receiver.until(3);
  silence.resolve(500);
  for (const result of await Promise.all([...first, others])) {
    expect(result).toMatchObject({ __typename: 'CheckReceiverPayload' });
  }
  expect(await check(bot)).toMatchObject({ __typename: 'CheckReceiverPayload' });
});
