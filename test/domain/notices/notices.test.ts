import { describe, expect, test } from 'vitest';
import { generateToken } from '../../../src/domain/identity/tokens.ts';
import { publishNews, removeNews } from '../../../src/domain/listing/news.ts';
import { addFavourite } from '../../../src/domain/member/favourites.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { closeReports, reportListing } from '../../../src/domain/moderation/reports.ts';
import { countUnread, listNotices, readNotices } from '../../../src/domain/notices/read.ts';
import { tellFollowers, tellModerators, tellOfSilence } from '../../../src/domain/notices/rounds.ts';
import { setNoticeDelivery } from '../../../src/domain/notices/settings.ts';
import { addCoOwner, removeCoOwner } from '../../../src/domain/ownership/owners.ts';
import { given, REASON } from '../../kit/given.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { at, HOUR_MS, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const ALL = { limit: 100, inverted: false };
/** The notices of a user without their times, newest first. */
async function told(userId: string) {
  const notices = await listNotices(services, userId, ALL);
  return notices.map(({ kind, botId, actorName, data }) => ({ kind, botId, actorName, data }));
}
const kindsOf = async (userId: string) => (await told(userId)).map(({ kind }) => kind);

describe('A decision on a listing', () => {
  const suspend = (moderatorId: string, id: string) =>
    moderateListing(services, moderatorId, id, {
      decision: 'suspend',
      revision: 1,
      reason: REASON,
      closesReports: true,
    });

  test('is told to its managers with the reason, and to those whose reports it closed, but not to the invited', async () => {
    const bot = await given(services).listing().approved();
    const coOwner = await given(services).coOwnerOf(bot.id);
    const invited = await given(services).invitedTo(bot.id);
    const reporter = await given(services).user();
    await reportListing(services, reporter, bot.id, { category: 'spam', text: 'It sends advertisements.' });
    await suspend(await given(services).moderator(), bot.id);
    const decision = {
      kind: 'listing_decided',
      botId: bot.id,
      actorName: null,
      data: { state: 'suspended', reason: REASON },
    };
    for (const manager of [bot.ownerId, coOwner]) expect(await told(manager)).toContainEqual(decision);
    expect(await kindsOf(invited)).toEqual(['owner_invited']);
    expect(await kindsOf(reporter)).toEqual(['report_closed']);
  });

  test('that fails is told to nobody', async () => {
    const bot = await given(services).listing().in('pending');
    await expect(suspend(await given(services).moderator(), bot.id)).rejects.toThrow();
    expect(await told(bot.ownerId)).toEqual([]);
  });
});

test('a dismissed report is not told to its author', async () => {
  const bot = await given(services).listing().approved();
  const reporter = await given(services).user();
  const report = await reportListing(services, reporter, bot.id, {
    category: 'other',
    text: 'I do not like it.',
  });
  await closeReports(services, await given(services).moderator(), bot.id, [report.id], 'dismissed');
  expect(await told(reporter)).toEqual([]);
});

test('a new token is told to the other managers, with the name of who made it', async () => {
  const bot = await given(services).owner('Grace').listing().approved();
  const coOwner = await given(services).coOwnerOf(bot.id);
  await generateToken(services, bot.id, bot.ownerId);
  expect((await told(coOwner))[0]).toEqual({
    kind: 'token_changed',
    botId: bot.id,
    actorName: 'Grace',
    data: {},
  });
  expect(await kindsOf(bot.ownerId)).not.toContain('token_changed');
});

test('an invitation names who invites, and goes when it is withdrawn; a removed co-owner is told', async () => {
  const bot = await given(services).owner('Grace').listing().approved();
  const [invited, coOwner] = [await given(services).user(), await given(services).coOwnerOf(bot.id, 'Linus')];
  expect((await told(bot.ownerId))[0]).toMatchObject({ kind: 'owner_joined', actorName: 'Linus' });
  await addCoOwner(services, bot.id, invited, bot.ownerId);
  expect(await told(invited)).toEqual([
    { kind: 'owner_invited', botId: bot.id, actorName: 'Grace', data: {} },
  ]);
  await removeCoOwner(services, bot.id, invited, bot.ownerId);
  expect(await told(invited)).toEqual([]);
  await removeCoOwner(services, bot.id, coOwner, bot.ownerId);
  expect(await kindsOf(coOwner)).toContain('owner_removed');
});

describe('News', () => {
  const NOTE = { title: 'Version 2', text: 'It is faster.' };
  const everyone = () => tellFollowers(services);

  test('reach each follower once, also more of them than one round tells', async () => {
    const bot = await given(services).listing().approved();
    await services.db.sql`
      insert into users (id, name, created_at)
      select (700000000000000000 + n)::text, 'Follower', now() from generate_series(1, 1201) n`;
    await services.db.sql`
      insert into favourites (bot_id, user_id, created_at)
      select ${bot.id}, (700000000000000000 + n)::text, now() from generate_series(1, 1201) n`;
    await publishNews(services, bot.id, NOTE);
    // Several workers, one of which dies after its first batch.
    const dying = new AbortController();
    const begun = tellFollowers(services, dying.signal);
    dying.abort();
    expect((await begun).isComplete).toBe(false);
    await Promise.all([everyone(), everyone(), everyone()]);
    const [{ count, people } = { count: 0, people: 0 }] = await services.db.sql<
      { count: number; people: number }[]
    >`
      select count(*)::int, count(distinct user_id)::int as people from notices
      where kind = 'news_published' and bot_id = ${bot.id} and data ->> 'title' = ${NOTE.title}`;
    expect({ count, people }).toEqual({ count: 1201, people: 1201 });
  });

  test('that are removed are gone from the notices', async () => {
    const bot = await given(services).listing().approved();
    const follower = await given(services).user();
    await addFavourite(services, follower, bot.id);
    await publishNews(services, bot.id, NOTE);
    await everyone();
    expect(await told(follower)).toEqual([
      { kind: 'news_published', botId: bot.id, actorName: null, data: { title: NOTE.title } },
    ]);
    const [news] = await services.db.sql<
      { id: string }[]
    >`select id from listing_news where bot_id = ${bot.id}`;
    await removeNews(services, bot.id, news?.id ?? '');
    expect(await told(follower)).toEqual([]);
  });
});

test('a bot that falls silent is told once for each silence', async () => {
  const bot = await given(services).listing().approved();
  const silent = new Date(NOON.getTime() - 7 * 24 * HOUR_MS - HOUR_MS);
  await services.db.sql`update bot_stats set checked_in_at = ${silent} where bot_id = ${bot.id}`;
  for (const time of [NOON, new Date(NOON.getTime() + HOUR_MS)]) await tellOfSilence(at(services, time));
  const silences = async () => (await kindsOf(bot.ownerId)).filter((kind) => kind === 'bot_silent');
  expect(await silences()).toHaveLength(1);
  await tellOfSilence(at(services, new Date(NOON.getTime() + 72 * HOUR_MS)));
  expect(await silences()).toHaveLength(1);
});

test('moderators are told once a day while something waits for more than two days', async () => {
  const bot = await given(services).listing().in('pending');
  const moderator = await given(services).moderator();
  await services.db.sql`
    update bots set state_changed_at = now() - interval '49 hours' where id = ${bot.id}`;
  for (let round = 0; round < 3; round += 1) await tellModerators(services);
  expect(await told(moderator)).toEqual([
    { kind: 'queue_waiting', botId: null, actorName: null, data: { count: 1 } },
  ]);
});

describe('A user', () => {
  const invited = async () => {
    const userId = await given(services).user();
    const bots = [await given(services).listing().approved(), await given(services).listing().approved()];
    return { userId, bots };
  };

  test('is not told of kinds that they have turned off', async () => {
    const { userId, bots } = await invited();
    await setNoticeDelivery(services, userId, { kind: 'owner_invited', delivery: 'none' });
    await addCoOwner(services, bots[0]?.id ?? '', userId);
    await setNoticeDelivery(services, userId, { kind: 'owner_invited', delivery: 'site' });
    await addCoOwner(services, bots[1]?.id ?? '', userId);
    expect((await told(userId)).map(({ botId }) => botId)).toEqual([bots[1]?.id]);
  });

  test('marks one notice or all up to one as read, and nobody else’s', async () => {
    const { userId, bots } = await invited();
    const other = await invited();
    for (const { id } of bots) {
      await addCoOwner(services, id, userId);
      await addCoOwner(services, id, other.userId);
    }
    const [newest, oldest] = await listNotices(services, userId, ALL);
    const [othersNewest] = await listNotices(services, other.userId, ALL);
    await readNotices(services, userId, othersNewest?.id ?? '', false);
    expect(await countUnread(services, userId)).toBe(2);
    await readNotices(services, userId, oldest?.id ?? '', false);
    expect(await countUnread(services, userId)).toBe(1);
    await readNotices(services, userId, newest?.id ?? '', true);
    expect(await countUnread(services, userId)).toBe(0);
    expect(await countUnread(services, other.userId)).toBe(2);
  });
});
