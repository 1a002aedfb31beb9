import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { generateToken, revokeToken } from '../../src/domain/identity/tokens.ts';
import { MAX_WATCHINGS_PER_VIEWER } from '../../src/domain/kernel/watch.ts';
import { removeListing } from '../../src/domain/moderation/removal.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { startService } from '../kit/service.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { openVoteEvents, type VoteEvent, type VoteEvents } from '../kit/vote-events.ts';

const subject = useService(80);
const open = (bot: Bot, options?: Parameters<typeof openVoteEvents>[2]) =>
  openVoteEvents(subject.service.url, bot, options);
const cast = (bot: Bot, userId = newUserId()) => castVote(subject.services, bot.id, userId);
/** The log of a bot, oldest first, as `/votes` gives it. */
async function logOf(bot: Bot): Promise<unknown[]> {
  const { body } = await subject.ask('GET', bot, 'votes?limit=1000');
  return (body.votes as unknown[]).toReversed();
}
const entry = ({ userId, votedAt }: VoteEvent) => ({ user_id: userId, voted_at: votedAt });

const addOldVotes = (bot: Bot, count: number) => subject.services.db.sql`
  insert into votes (bot_id, user_id, voted_at)
  select ${bot.id}, (400000000000000000 + i)::text, timestamptz '2026-01-01T00:00:00Z' + i / 7 * interval '1 second'
  from generate_series(1, ${count}::int) as i`;
/** Reads a stream until it ends. */
async function drain(stream: VoteEvents): Promise<VoteEvent[]> {
  const events: VoteEvent[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) events.push(event);
  return events;
}

test('a vote arrives within a second, as an event with the position of the vote', async () => {
  const bot = subject.bot();
  const stream = await open(bot);
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.headers.get('cache-control')).toBe('no-store');
  expect(stream.headers.get('ratelimit')).toContain('votes');
  const userId = newUserId();
  const { votedAt } = await cast(bot, userId);
  const castAt = performance.now();
  const event = present(await stream.next());
  expect(performance.now() - castAt).toBeLessThan(1000);
  expect(event).toMatchObject({ userId, votedAt: votedAt.toISOString() });
  expect(await logOf(bot)).toEqual([entry(event)]);
  stream.leave();
});

test('a client that was away gets each vote once and in order, from the last id that it received', async () => {
  const bot = subject.bot();
  const first = await open(bot);
  await cast(bot);
  await cast(bot);
  const [seen] = await first.take(1);
  first.leave();
  for (let count = 0; count < 250; count++) await cast(bot);
  const second = await open(bot, { since: '2020-01-01T00:00:00Z', lastEventId: present(seen).id });
  const events = [present(seen), ...(await second.take(251))];
  expect(events.map(entry)).toEqual(await logOf(bot));
  await cast(bot);
  expect(events).not.toContainEqual(await second.next());
  second.leave();
});

test('a client that was cut off before the first vote knows where it began', async () => {
  const bot = subject.bot();
  await cast(bot);
  const first = await open(bot);
  void first.next();
  await vi.waitUntil(() => first.lastId() !== undefined);
  first.leave();
  const userId = newUserId();
  await cast(bot, userId);
  const second = await open(bot, { lastEventId: first.lastId() });
  expect(await second.next()).toMatchObject({ userId });
  second.leave();
});

test('a client that reads late gets a long log in order, each vote once', async () => {
  const bot = subject.bot();
  await addOldVotes(bot, 3000);
  const stream = await open(bot, { since: '2026-01-01T00:00:00Z' });
  await delay(1000);
  const events = await stream.take(3000);
  expect(events.map(({ userId }) => Number(userId.slice(-4)))).toEqual(
    Array.from({ length: 3000 }, (_, i) => i + 1),
  );
  await cast(bot);
  expect(events).not.toContainEqual(await stream.next());
  stream.leave();
});

test('a new stream begins at a time, after an event, or with the next vote', async () => {
  const bot = subject.bot();
  const users = Array.from({ length: 4 }, newUserId);
  const times = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
  for (const [index, time] of times.entries()) await subject.addVote(bot, users[index] ?? '', new Date(time));
  const fromTime = await open(bot, { since: '2026-01-02T00:00:00Z' });
  const events = await fromTime.take(2);
  expect(events.map(({ userId }) => userId)).toEqual(users.slice(1, 3));
  const fromEvent = await open(bot, { since: present(events[0]).id });
  expect(await fromEvent.take(1)).toEqual(events.slice(1));
  const fromNow = await open(bot);
  await cast(bot, users[3]);
  for (const stream of [fromTime, fromEvent, fromNow]) {
    expect(await stream.next()).toMatchObject({ userId: users[3] });
    stream.leave();
  }
});

const NO_POSITIONS = ['yesterday', '', '2026-13-01T00:00:00Z', 'MTIz', '-1'];
const NO_TIMES_OF_CURSORS = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00'];
test.each([...NO_POSITIONS, ...NO_TIMES_OF_CURSORS])(
  'a start that is no position is refused, and streams that start beside it are not: "%s"',
  async (since) => {
    const beside = Array.from({ length: 3 }, () => open(subject.bot(), { since: '1970-01-01T00:00:00Z' }));
    const { status, refusal } = await open(subject.bot(), { since });
    expect(status).toBe(400);
    expect(refusal).toEqual({ error: expect.stringContaining('ISO 8601') });
    for (const stream of await Promise.all(beside)) {
      expect(stream.status).toBe(200);
      stream.leave();
    }
  },
);

test.each(['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
  'the first id of a stream that starts at %s is one at which the next stream can start',
  async (since) => {
    const bot = subject.bot();
    const first = await open(bot, { since });
    void first.next();
    await vi.waitUntil(() => first.lastId() !== undefined);
    first.leave();
    const second = await open(bot, { lastEventId: first.lastId() });
    expect(second.status).toBe(200);
    second.leave();
  },
);

test('refuses in the order of the contract, in its format', async () => {
  const bot = subject.bot();
  const stranger = await open({ ...bot, token: `blt_${'x'.repeat(43)}` }, { since: 'never' });
  expect(stranger.status).toBe(401);
  expect(stranger.refusal).toEqual({ error: 'Invalid token.' });
  const foreign = await open({ ...bot, id: subject.bot().id }, { since: 'never' });
  expect(foreign.status).toBe(404);
  expect(foreign.refusal).toEqual({ error: 'Bot not found.' });
  const json = await open(bot, { headers: { accept: 'application/json' } });
  expect(json.status).toBe(406);
  expect(json.refusal).toEqual({ error: 'The header Accept must allow text/event-stream.' });
  const posted = await open(bot, { method: 'POST' });
  expect(posted.status).toBe(405);
  expect(posted.refusal).toEqual({ error: expect.any(String) });
});

test('HEAD gets the headers of a stream, and keeps none open', async () => {
  const bot = subject.bot();
  for (let count = 0; count <= MAX_WATCHINGS_PER_VIEWER; count++) {
    const response = await fetch(`${subject.service.url}/api/v1/bots/${bot.id}/votes/stream`, {
      method: 'HEAD',
      headers: { authorization: bot.token },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe('');
  }
});

test('the sixth stream of a token is refused, until one of the others is closed', async () => {
  const bot = subject.bot();
  const streams = await Promise.all(Array.from({ length: MAX_WATCHINGS_PER_VIEWER }, () => open(bot)));
  const sixth = await open(bot, { since: 'never' });
  expect(sixth.status).toBe(429);
  expect(sixth.refusal).toEqual({ error: expect.stringContaining('too many open streams'), retryAfter: 5 });
  expect(sixth.headers.get('retry-after')).toBe('5');
  streams.pop()?.leave();
  await vi.waitFor(async () => {
    const again = await open(bot);
    streams.push(again);
    expect(again.status).toBe(200);
  });
  for (const stream of streams) stream.leave();
});

test('each start counts against the rate limit of the vote log', async () => {
  const bot = subject.bot();
  for (let count = 0; count < 30; count++) {
    (await open(bot)).leave();
    expect((await subject.ask('GET', bot, 'votes')).status).toBe(200);
    await delay(5);
  }
  const { status, refusal } = await open(bot);
  expect(status).toBe(429);
  expect(refusal).toEqual({ error: 'Rate limit exceeded.', retryAfter: expect.any(Number) });
});

const ENDS: [string, (bot: Bot) => Promise<unknown>][] = [
  ['is replaced', (bot: Bot) => generateToken(subject.services, bot.id)],
  ['is revoked', (bot: Bot) => revokeToken(subject.services, bot.id)],
  [
    'belongs to a listing that is removed',
    (bot: Bot) => removeListing(subject.services, bot.id, subject.ownerId),
  ],
];
test.each(ENDS)('a stream ends within a second when its token %s', async (_, end) => {
  const bot = subject.bot();
  const stream = await open(bot);
  const other = subject.bot();
  const unconcerned = await open(other);
  await end(bot);
  const endedAt = performance.now();
  expect(await stream.next()).toBeUndefined();
  expect(performance.now() - endedAt).toBeLessThan(1000);
  await cast(other);
  expect(await unconcerned.next()).toBeDefined();
  unconcerned.leave();
});

test('clients that leave before the first byte keep no stream open', async () => {
  const bot = subject.bot();
  const { hostname, port, pathname } = new URL(`${subject.service.url}/api/v1/bots/${bot.id}/votes/stream`);
  const leaveEarly = (afterMs: number) =>
    new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${bot.token}\r\n\r\n`);
        setTimeout(() => socket.destroy(), afterMs);
      });
      socket.on('close', () => done());
    });
  for (let round = 0; round < 30; round++) await leaveEarly(round % 6);
  await vi.waitFor(
    async () => {
      const streams = await Promise.all(Array.from({ length: MAX_WATCHINGS_PER_VIEWER }, () => open(bot)));
      for (const { leave } of streams) leave();
      expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    },
    { timeout: 10_000, interval: 1000 },
  );
});

test.each(ENDS)('a stream that is far behind ends within a second when its token %s', async (_, end) => {
  const bot = subject.bot();
  await addOldVotes(bot, 6000);
  const stream = await open(bot, { since: '2026-01-01T00:00:00Z' });
  await stream.take(150);
  await end(bot);
  const endedAt = performance.now();
  expect((await drain(stream)).length).toBeLessThan(4000);
  expect(performance.now() - endedAt).toBeLessThan(1000);
});

test('a client that reads late gets no vote that was cast after its token had been replaced', async () => {
  const bot = subject.bot();
  await addOldVotes(bot, 6000);
  const stream = await open(bot, { since: '2026-01-01T00:00:00Z' });
  await stream.take(150);
  await generateToken(subject.services, bot.id);
  await delay(1000);
  const userId = newUserId();
  await cast(bot, userId);
  expect((await drain(stream)).map((event) => event.userId)).not.toContain(userId);
});

test('while the service closes, a stream that is far behind ends, and a new one is told to come back', async () => {
  await using service = await startService();
  const bot = present((await service.seed()).bots[0]);
  await addOldVotes(bot, 6000);
  const stream = await openVoteEvents(service.url, bot, { since: '2026-01-01T00:00:00Z' });
  await stream.take(150);
  service.services.voteWatch.close();
  expect((await drain(stream)).length).toBeLessThan(4000);
  const { status, headers, refusal } = await openVoteEvents(service.url, bot);
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('2');
  expect(refusal).toEqual({ error: expect.stringContaining('restart') });
});

/** Opens a stream whose reads fail from its second one on. */
async function openFailing() {
  const service = await startService();
  const bot = present((await service.seed()).bots[0]);
  const stream = await openVoteEvents(service.url, bot);
  const arriving = stream.next();
  await vi.waitUntil(() => stream.lastId() !== undefined);
  const reads = vi.spyOn(service.services.db, 'sql').mockImplementation(() => {
    throw new TypeError('a bug');
  });
  const userId = newUserId();
  await cast(bot, userId);
  await vi.waitUntil(() => reads.mock.calls.length >= 2, { timeout: 5000 });
  return { service, stream, arriving, reads, userId };
}

test('a stream goes on after a fault, which is logged once', async () => {
  const { service, stream, arriving, reads, userId } = await openFailing();
  reads.mockRestore();
  expect(await arriving).toMatchObject({ userId });
  expect(service.faults.splice(0)).toEqual([expect.stringMatching(/TypeError.*newVotes/)]);
  stream.leave();
  await service.close();
});

test('a stream whose reads fail is not read again when its client has left', async () => {
  const { service, stream, reads } = await openFailing();
  stream.leave();
  await delay(100);
  const before = reads.mock.calls.length;
  await delay(1500);
  expect(reads).toHaveBeenCalledTimes(before);
  reads.mockRestore();
  expect(service.faults.splice(0)).toEqual([expect.stringMatching(/TypeError.*newVotes/)]);
  await service.close();
});
