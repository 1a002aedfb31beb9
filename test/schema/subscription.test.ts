import { describe, expect, test } from 'vitest';
import { appealBlock } from '../../src/domain/identity/blocks.ts';
import { MAX_WATCHINGS_PER_VIEWER } from '../../src/domain/kernel/watch.ts';
import { blockUser } from '../../src/domain/moderation/block-user.ts';
import { claimListing, releaseListing } from '../../src/domain/moderation/claims.ts';
import { addNotices } from '../../src/domain/notices/add.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { onTemporal } from '../kit/on-temporal.ts';
import { present } from '../kit/present.ts';
import { startReceiver } from '../kit/receiver.ts';
import { forFile, startOwnService, startService } from '../kit/service.ts';
import { subscribe } from '../kit/subscribe.ts';
import { useService } from '../kit/use-service.ts';
import { visit } from '../web/page.ts';

const WATCH = `subscription ($id: ID!) {
  bot: deliveryAttempts(botId: $id) {
    botId
    recentAttempts { number statusCode explanation excerpt delivery { id state nextAttemptAt } }
    deliveries(first: 10) { id state kind }
  }
}`;
const UNREAD = 'subscription { unread: unreadNotices }';
const TEST = 'mutation ($id: ID!) { result: sendTestWebhook(botId: $id) { ... on Delivery { id } } }';

const {
  test: onWorker,
  receiver,
  web,
} = await onTemporal(async () => {
  const receiver = await forFile(startReceiver());
  const worker = await forFile(startOwnService({}, 'worker'));
  const web = await forFile(startService(worker.environment));
  await worker.deliveriesReady;
  return { receiver, web };
});

describe('Whoever watches the deliveries of a bot', () => {
  onWorker('learns of an attempt that another process made, and of when the next one is due', async () => {
    receiver.answer = () => 503;
    const { bots, ownerId } = await web.seed({ webhookUrl: receiver.url });
    const { id } = present(bots[0]);
    const cookie = await web.signIn(ownerId);
    const stream = await subscribe(web.url, WATCH, { id }, { cookie });
    expect(await stream.next()).toEqual({
      data: { bot: { botId: id, recentAttempts: [], deliveries: [] } },
    });

    const { data } = await web.graphql(TEST, { id }, { cookie });
    let bot = present((await stream.next())?.data?.bot);
    while (bot.recentAttempts.length === 0) {
      expect(bot.deliveries).toMatchObject([{ id: data?.result.id, state: 'PENDING', kind: 'TEST' }]);
      bot = present((await stream.next())?.data?.bot);
    }
    stream.leave();
    expect(bot.recentAttempts).toMatchObject([
      {
        number: 1,
        statusCode: 503,
        explanation: expect.stringContaining('503'),
        excerpt: 'thank you',
        delivery: { id: data?.result.id, state: 'PENDING', nextAttemptAt: expect.any(String) },
      },
    ]);
  });
});

describe('A subscription to deliveries', () => {
  const subject = useService(10);
  const watch = (id: string, headers: Record<string, string>) =>
    subscribe(subject.service.url, WATCH, { id }, headers);
  const owner = () => subject.signIn(subject.ownerId);

  test('is refused to a session on a request that another site caused', async () => {
    const bot = subject.bot();
    const stream = await watch(bot.id, { cookie: await owner(), 'sec-fetch-site': 'same-site' });
    expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(await stream.next()).toBeUndefined();
    const own = await watch(bot.id, { cookie: await owner(), 'sec-fetch-site': 'same-origin' });
    expect(await own.next()).toMatchObject({ data: { bot: { botId: bot.id } } });
    own.leave();
  });

  test('ends when the user does not manage the listing any more', async () => {
    const { sql } = subject.services.db;
    const bot = subject.bot();
    const coOwner = await given(subject.services).coOwnerOf(bot.id);
    const cookie = await subject.signIn(coOwner);
    const stream = await watch(bot.id, { cookie });
    expect(await stream.next()).toMatchObject({ data: { bot: { botId: bot.id } } });
    await sql`delete from bot_owners where bot_id = ${bot.id} and user_id = ${coOwner}`;
    await addDelivery(bot.id);
    expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect(await stream.next()).toBeUndefined();
  });

  const SIGN_OUT: [string, (cookie: string) => Promise<unknown>][] = [
    ['here', (cookie) => visit(subject.service, '/sign-out', { cookie, form: {} })],
    [
      'on every device',
      async () => visit(subject.service, '/sign-out-everywhere', { cookie: await owner(), form: {} }),
    ],
    [
      'by ending it elsewhere',
      async () => visit(subject.service, '/account/sessions', { cookie: await owner(), form: {} }),
    ],
  ];
  test.each(SIGN_OUT)('sends nothing more to a user who has signed out %s', async (_, signOut) => {
    const bot = subject.bot();
    const cookie = await owner();
    const stream = await watch(bot.id, { cookie });
    expect(await stream.next()).toMatchObject({ data: { bot: { deliveries: [] } } });
    await addDelivery(bot.id);
    expect(await stream.next()).toMatchObject({ data: { bot: { deliveries: [{ state: 'CANCELLED' }] } } });
    expect(await signOut(cookie)).toMatchObject({ status: 303 });
    await addDelivery(bot.id);
    expect(await stream.next()).toEqual({
      data: null,
      errors: [
        expect.objectContaining({
          extensions: { code: 'UNAUTHENTICATED', reason: 'signIn.required', parameters: [] },
        }),
      ],
    });
    expect(await stream.next()).toBeUndefined();
  });

  test('is one of five that a user may have at once; one that is left makes room', async () => {
    const bot = subject.bot();
    const userId = await given(subject.services).coOwnerOf(bot.id);
    const cookie = await subject.signIn(userId);
    const open = async () => {
      const stream = await watch(bot.id, { cookie });
      return { stream, first: present(await stream.next()) };
    };
    const streams = [];
    for (let count = 0; count < MAX_WATCHINGS_PER_VIEWER; count++) streams.push(await open());
    expect(streams.map(({ first }) => first.data?.bot.botId)).toEqual(streams.map(() => bot.id));
    expect((await open()).first).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });

    streams[0]?.stream.leave();
    const reopen = async () => {
      const again = await open();
      streams.push(again);
      return again.first.data?.bot.botId;
    };
    await expect.poll(reopen, { timeout: 15_000 }).toBe(bot.id);
    for (const { stream } of streams) stream.leave();
  });

  test('opens five times at most, also when a user opens forty at once', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn(await given(subject.services).coOwnerOf(bot.id));
    const streams = await Promise.all(Array.from({ length: 40 }, () => watch(bot.id, { cookie })));
    const first = await Promise.all(streams.map((stream) => stream.next()));
    const open = streams.filter((_, index) => first[index]?.data?.bot);
    expect(open).toHaveLength(MAX_WATCHINGS_PER_VIEWER);
    for (const answer of first) {
      if (!answer?.data?.bot)
        expect(answer).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    }
    for (const stream of streams) if (!open.includes(stream)) expect(await stream.next()).toBeUndefined();
    for (const stream of open) stream.leave();
  });

  const addDelivery = (botId: string) => subject.services.db.sql`
    insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
    values (gen_random_uuid(), ${botId}, 'vote', ${newUserId()}, now(), 'cancelled', now(), now())`;
});

describe('A subscription to the number of unread notices', () => {
  const subject = useService(1);
  const watch = (cookie: string) => subscribe(subject.service.url, UNREAD, {}, { cookie });
  const member = async () => {
    const userId = await given(subject.services).user();
    return { userId, cookie: await subject.signIn(userId) };
  };
  const tell = (userId: string, subjectOf: string) =>
    addNotices(subject.services.db.orm, {
      kind: 'vote_open',
      subject: `${userId} ${subjectOf}`,
      to: [userId],
      botId: null,
      data: {},
      at: new Date(),
    });

  test('sends it at once, after a new notice, and after one is read, but says nothing of those of others', async () => {
    const [me, other] = [await member(), await member()];
    const stream = await watch(me.cookie);
    expect(await stream.next()).toEqual({ data: { unread: 0 } });
    await tell(other.userId, 'first');
    await tell(me.userId, 'first');
    expect(await stream.next()).toEqual({ data: { unread: 1 } });
    await subject.services.db.sql`update notices set read_at = now() where user_id = ${me.userId}`;
    expect(await stream.next()).toEqual({ data: { unread: 0 } });
    stream.leave();
  });

  test('sends nothing more to a user who has signed out', async () => {
    const { userId, cookie } = await member();
    const stream = await watch(cookie);
    expect(await stream.next()).toEqual({ data: { unread: 0 } });
    expect(await visit(subject.service, '/sign-out', { cookie, form: {} })).toMatchObject({ status: 303 });
    await tell(userId, 'later');
    expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(await stream.next()).toBeUndefined();
  });

  test('is one of five that a user may have at once', async () => {
    const { cookie } = await member();
    const streams = await Promise.all(Array.from({ length: 7 }, () => watch(cookie)));
    const first = await Promise.all(streams.map((stream) => stream.next()));
    expect(first.filter((event) => event?.data)).toHaveLength(MAX_WATCHINGS_PER_VIEWER);
    const refused = first.filter((event) => event?.errors);
    expect(refused).toHaveLength(2);
    for (const event of refused)
      expect(event).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    for (const stream of streams) stream.leave();
  });
});

describe('A subscription to what waits for moderators', () => {
  const subject = useService(1, {}, startOwnService);
  const watch = async (role: 'moderator' | 'user') => {
    const userId = await given(subject.services)[role]();
    const cookie = await subject.signIn(userId);
    const stream = await subscribe(subject.service.url, 'subscription { count: queueCount }', {}, { cookie });
    return { userId, stream };
  };

  test('sends the count at once, after a submission, a claim and its end, an appeal, and nothing after the role has ended', async () => {
    const { services } = subject;
    const { userId, stream } = await watch('moderator');
    const next = async (): Promise<number> => (await stream.next())?.data?.count;
    const before = await next();
    const { id } = await given(services).listing().submitted();
    expect(await next()).toBe(before + 1);
    const other = await given(services).moderator();
    await claimListing(services, other, id, false);
    expect(await next()).toBe(before + 1);
    await releaseListing(services, other, id);
    expect(await next()).toBe(before + 1);
    const blocked = await given(services).user();
    const wanted = { kind: 'vote', reason: 'These votes are fake.', endsAt: null } as const;
    const block = await blockUser(services, other, blocked, wanted);
    await appealBlock(services, blocked, block.id, 'I have voted by hand, each time.');
    expect(await next()).toBe(before + 1);
    await services.db.sql`update users set role = null where id = ${userId}`;
    await claimListing(services, other, id, false);
    expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect(await stream.next()).toBeUndefined();
  });

  test('is for moderators only', async () => {
    const { stream } = await watch('user');
    expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });
});

test.each([
  ['deliveries', WATCH, (botId?: string) => ({ bot: expect.objectContaining({ botId }) })],
  ['the number of unread notices', UNREAD, () => ({ unread: 0 })],
])('A subscription to %s ends with the service, which does not wait for it', async (_, document, shown) => {
  const service = await startService();
  const { bots, ownerId } = await service.seed();
  const cookie = await service.signIn(ownerId);
  const id = bots[0]?.id;
  const stream = await subscribe(service.url, document, { id }, { cookie });
  expect(await stream.next()).toEqual({ data: shown(id) });
  const ended = stream.next();
  await service.close();
  expect(await ended).toBeUndefined();
});
