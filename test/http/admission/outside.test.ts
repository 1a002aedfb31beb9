import { expect, test } from 'vitest';
import { createOutside, REACHING, type Waiter } from '../../../src/http/admission/outside.ts';
import { given } from '../../kit/given.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';

/** Fewer slots than requests that wait in this file, and a database whose transactions are all its own. */
const subject = useService(1, { CONCURRENT_MEMBER_REQUESTS: '2' }, startOwnService);
const receiver = await forFile(startReceiver());

const CHECK =
  'mutation ($id: ID!) { result: checkReceiver(botId: $id) { __typename ... on Error { reason } } }';
const newBot = () => given(subject.services).listing().withWebhook(receiver.url).approved();
const check = async ({ id, ownerId }: Awaited<ReturnType<typeof newBot>>) => {
  const cookie = await subject.signIn(ownerId);
  return subject.graphql(CHECK, { id }, cookie);
};

test('Two checks of a user wait for a silent receiver, the third is refused, and other users still check', async () => {
  const silence = Promise.withResolvers<number>();
  const [bot, other] = [await newBot(), await newBot()];
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

test('Checks that wait hold no slot of the members and no connection of the database', async () => {
  const silence = Promise.withResolvers<number>();
  receiver.answer = () => silence.promise;
  const bots = [await newBot(), await newBot(), await newBot(), await newBot()];
  const seen = receiver.received.length;
  const checks = bots.flatMap((bot) => [check(bot), check(bot)]);
  await receiver.until(seen + checks.length);
  const { sql } = subject.services.db;
  const held = await sql`
    select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
  expect([...held]).toEqual([]);
  const cookie = await subject.signIn(subject.ownerId);
  expect(await subject.graphql('{ result: viewer { __typename } }', {}, cookie)).toEqual({
    __typename: 'Viewer',
  });
  silence.resolve(500);
  for (const result of await Promise.all(checks)) {
    expect(result).toMatchObject({ __typename: 'CheckReceiverPayload' });
  }
});

/** A service whose calls wait until `end`, and how many slots its requests hold. */
function waiting() {
  const outside = createOutside();
  const silence = Promise.withResolvers<void>();
  const wait = () => silence.promise;
  const services = outside.services({
    readTextRecords: wait,
    sender: { vet: wait, post: wait, read: wait, probe: wait },
    captcha: { verify: wait },
    mailer: { send: wait },
  });
  let slots = 0;
  const request = <Result>(sender: string, work: () => Promise<Result>): Promise<Result> => {
    slots += 1;
    const waiter: Waiter = {
      sender: async () => ({ key: sender, kind: sender.startsWith('address') ? 'address' : 'account' }),
      pause() {
        slots -= 1;
        return () => {
          slots += 1;
        };
      },
    };
    return outside.during(waiter, work);
  };
  return { services, request, slots: () => slots, end: silence.resolve };
}

test.each([
  // Checks of receivers, tests of channels, application previews, avatars, pictures by address, websites.
  ['sender.post', ({ sender }) => sender.post()],
  ['sender.read', ({ sender }) => sender.read()],
  ['sender.probe', ({ sender }) => sender.probe()],
  // The look-ups of new webhooks and channels.
  ['sender.vet', ({ sender }) => sender.vet()],
  ['readTextRecords', ({ readTextRecords }) => readTextRecords()],
  ['captcha.verify', ({ captcha }) => captcha.verify()],
  ['mailer.send', ({ mailer }) => mailer.send()],
] satisfies [string, (services: ReturnType<typeof waiting>['services']) => Promise<void>][])(
  '%s gives up the slot of its request while it waits, and takes it again',
  async (_, call) => {
    const { services, request, slots, end } = waiting();
    const all = ['a', 'a', 'b'].map((sender) =>
      // A request that waits for two servers has one place.
      request(sender, () => Promise.all([call(services), call(services)])),
    );
    await expect.poll(slots).toBe(0);
    await expect(request('a', () => call(services))).rejects.toMatchObject({ reason: 'outside.tooMany' });
    end();
    await Promise.all(all);
    // That of the refused request, too.
    expect(slots()).toBe(4);
    await request('a', () => call(services));
  },
);

test('256 senders fill all places, 255 do not, and calls outside of a request are not limited', async () => {
  const { services, request, end } = waiting();
  const { sender } = services;
  const senders = Array.from({ length: 512 }, (_, index) => `user:${Math.floor(index / 2)}`);
  const all = senders.map((name) => request(name, sender.post));
  await expect(request('user:256', sender.post)).rejects.toMatchObject({ reason: 'outside.tooMany' });
  const delivery = sender.post();
  end();
  await Promise.all([...all, delivery]);
});

test('Ten requests of an address wait at once, the eleventh is refused, and another address still waits', async () => {
  const { services, request, end } = waiting();
  const { sender } = services;
  const all = Array.from({ length: 10 }, () => request('address:192.0.2.1', sender.read));
  await expect(request('address:192.0.2.1', sender.read)).rejects.toMatchObject({
    reason: 'outside.tooMany',
  });
  const other = request('address:192.0.2.2', sender.read);
  end();
  await Promise.all([...all, other]);
});

test('No service of requests reaches other servers beside this lane', () => {
  const { services } = subject;
  const reaching = Object.keys(services).filter((name) =>
    /sender|mail|captcha|fetch|textrecords/i.test(name),
  );
  expect(reaching.filter((name) => !REACHING.has(name))).toEqual([]);
});
