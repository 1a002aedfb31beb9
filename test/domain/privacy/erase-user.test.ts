import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { grantRole } from '../../../src/domain/identity/grant-role.ts';
import { ForbiddenError } from '../../../src/domain/kernel/errors.ts';
import { addFavourite } from '../../../src/domain/member/favourites.ts';
import { claimListing, findClaim } from '../../../src/domain/moderation/claims.ts';
import { moderateListing, resubmitListing } from '../../../src/domain/moderation/decide.ts';
import { featureListing, listFeatures, unfeatureListing } from '../../../src/domain/moderation/feature.ts';
import { closeReports, reportListing } from '../../../src/domain/moderation/reports.ts';
import { addNote, listNotes } from '../../../src/domain/moderation/review.ts';
import { listOwners, removeCoOwner } from '../../../src/domain/ownership/owners.ts';
import { eraseUser, finishErasures } from '../../../src/domain/privacy/erase-user.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { planErasure } from '../../../src/domain/privacy/plan-erasure.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { listVotes } from '../../../src/domain/vote/log.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';
import { deliveryOf, isStoredAnywhere, listingOf, reportsOf } from '../../kit/stored.ts';
import { at, DAY_MS, HOUR_MS, NOON, after as plus } from '../../kit/time.ts';

const REPORT = { category: 'spam', text: 'It sends the same message every day.' } as const;
const KEEP = { removesListings: false };

const service = await forFile(startService());
const { services } = service;

const now = (time = NOON) => at(services, time);
const approved = () => given(now()).listing().withToken().approved();

const isStored = (userId: string) => isStoredAnywhere(services, userId);

describe('Erasing a voter', () => {
  test('keeps log, counts and charts, and leaves the id nowhere once the window is over', async () => {
    const [bot, second] = [await approved(), await approved()];
    const [userId, bystander] = [await given(now()).user('Ada'), newUserId()];
    await castVote(now(), bot.id, userId);
    await castVote(now(plus(NOON, HOUR_MS)), bot.id, bystander);
    await castVote(now(plus(NOON, DAY_MS)), bot.id, userId);
    await castVote(now(plus(NOON, DAY_MS)), second.id, userId);
    const before = await listVotes(services, bot.id, 10, undefined);
    const { sql } = services.db;
    const counts = () => sql`
      select vote_count, (select sum(votes) from daily_votes d where d.bot_id = s.bot_id) as days
      from bot_stats s where bot_id in (${bot.id}, ${second.id}) order by bot_id`;
    const counted = await counts();

    const later = now(plus(NOON, 3 * DAY_MS));
    expect(await planErasure(later, userId)).toMatchObject({
      votes: 3,
      deliveries: 0,
      sessions: 1,
      windowsEndAt: null,
      isKnown: true,
    });
    expect(await isStored(userId)).toBe(true);
    expect(await eraseUser(later, userId, KEEP)).toEqual({ passedOn: [], orphaned: [], windowsEndAt: null });
    expect(await isStored(userId)).toBe(false);
    expect(await isStored(bystander)).toBe(true);

    const log = await listVotes(services, bot.id, 10, undefined);
    expect(log.votes.map(({ votedAt }) => votedAt)).toEqual(before.votes.map(({ votedAt }) => votedAt));
    const [newest, middle, oldest] = log.votes.map((vote) => vote.userId);
    expect(middle).toBe(bystander);
    // One voter stays one voter, with an id that no account has.
    expect(newest).toBe(oldest);
    expect(newest).toMatch(/^0{5}\d{14}$/);
    const [other] = (await listVotes(services, second.id, 10, undefined)).votes;
    expect(other?.userId).toMatch(/^0{5}\d{14}$/);
    expect(other?.userId).not.toBe(newest);
    expect(await counts()).toEqual(counted);
  });

  test('keeps the time of the last votes while they count, so that nobody votes twice in twelve hours', async () => {
    const bot = await approved();
    const userId = await given(now()).user();
    await castVote(now(), bot.id, userId);
    const soon = now(plus(NOON, HOUR_MS));
    const { windowsEndAt } = await eraseUser(soon, userId, KEEP);
    expect(windowsEndAt).toEqual(plus(NOON, 12 * HOUR_MS));
    await expect(castVote(soon, bot.id, userId)).rejects.toThrow('You have already voted');
    const path = `/api/v1/bots/${bot.id}/votes`;
    const answer = await service.call('GET', path, { token: bot.token });
    expect(answer.body.votes).toMatchObject([{ user_id: expect.stringMatching(/^0{5}\d{14}$/) }]);

    const end = now(plus(NOON, 12 * HOUR_MS));
    expect(await eraseUser(end, userId, KEEP)).toMatchObject({ windowsEndAt: null });
    expect(await isStored(userId)).toBe(false);
    expect(await planErasure(end, userId)).toMatchObject({ votes: 0, isKnown: false });
    await eraseUser(end, userId, KEEP);
    expect(await isStored(userId)).toBe(false);
    await castVote(end, bot.id, userId);
    expect((await listVotes(services, bot.id, 10, undefined)).votes[0]?.userId).toBe(userId);
  });

  test('the log is read on from a cursor of before, without a gap', async () => {
    const bot = await approved();
    const userId = await given(now()).user();
    for (const days of [0, 1, 2, 3]) await castVote(now(plus(NOON, days * DAY_MS)), bot.id, userId);
    const first = await listVotes(services, bot.id, 2, undefined);
    await eraseUser(now(plus(NOON, 9 * DAY_MS)), userId, KEEP);
    const rest = await listVotes(services, bot.id, 10, first.nextCursor);
    const times = [...first.votes, ...rest.votes].map(({ votedAt }) => votedAt.getTime());
    expect([...new Set(times)]).toEqual([3, 2, 1, 0].map((days) => NOON.getTime() + days * DAY_MS));
  });

  test('deliveries that have not arrived are cancelled and cannot be resent, and responses are emptied', async () => {
    const url = 'https://receiver.example/hook';
    const bot = await given(now()).listing().withWebhook(url).approved();
    const userId = await given(now()).user();
    for (const days of [0, 1, 2]) await castVote(now(plus(NOON, days * DAY_MS)), bot.id, userId);
    const { sql } = services.db;
    const ids = (
      await sql<{ id: string }[]>`select id from deliveries where bot_id = ${bot.id} order by voted_at`
    ).map(({ id }) => id);
    const [delivered = '', failed = '', pending = ''] = ids;
    await sql`update deliveries set state = 'delivered', finished_at = ${NOON} where id = ${delivered}`;
    await sql`update deliveries set state = 'failed', finished_at = ${NOON} where id = ${failed}`;
    await sql`
      insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms, status_code, excerpt)
      values (${delivered}, 1, ${bot.id}, ${NOON}, 5, 200, ${`thank you, ${userId}`})`;
    await eraseUser(now(plus(NOON, 9 * DAY_MS)), userId, KEEP);
    const states = await Promise.all(ids.map((id) => deliveryOf(services, id)));
    expect(states.map(({ state }) => state)).toEqual(['delivered', 'cancelled', 'cancelled']);
    expect(states[0]?.finishedAt).toEqual(NOON);
    expect(pending).not.toBe('');
    expect(await isStored(userId)).toBe(false);
  });

  test('leaves nothing that leads from a delivery to the request of the voter', async () => {
    const bot = await given(now()).listing().withWebhook('https://receiver.example/hook').approved();
    const userId = await given(now()).user();
    const origin = {
      requestId: `sent-by-${userId}`,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b71-01',
    };
    await castVote(now(), bot.id, userId, origin);
    await eraseUser(now(plus(NOON, DAY_MS)), userId, KEEP);
    expect(await isStored(origin.requestId)).toBe(false);
    expect(await isStored(origin.traceparent)).toBe(false);
  });
});

describe('Erasing an owner', () => {
  test('is refused while nobody else owns a listing, and changes nothing', async () => {
    const bot = await approved();
    expect(await planErasure(now(), bot.ownerId)).toMatchObject({ orphaned: [bot.id], passedOn: [] });
    await expect(eraseUser(now(), bot.ownerId, KEEP)).rejects.toThrow(
      `This user is the only owner of the listing ${bot.id}. Remove it first, or let them invite a co-owner.`,
    );
    expect(await listOwners(services, bot.id)).toMatchObject([{ userId: bot.ownerId }]);
  });

  test('passes the listing to the co-owner who accepted first, and not to one who was only invited', async () => {
    const bot = await approved();
    const [first, second] = [
      await given(now(NOON)).coOwnerOf(bot.id),
      await given(now(plus(NOON, 1))).coOwnerOf(bot.id),
    ];
    const invited = await given(now()).invitedTo(bot.id);
    expect(await eraseUser(now(), bot.ownerId, KEEP)).toMatchObject({ passedOn: [bot.id], orphaned: [] });
    expect(await listOwners(services, bot.id, true)).toMatchObject([
      { userId: first, isCoOwner: false },
      ...[second, invited].sort().map((userId) => ({ userId, isCoOwner: true })),
    ]);
    expect(await isStored(bot.ownerId)).toBe(false);

    const onlyInvited = await approved();
    await given(now()).invitedTo(onlyInvited.id);
    await expect(eraseUser(now(), onlyInvited.ownerId, KEEP)).rejects.toThrow('the only owner');
  });

  test('removes the listings that nobody else owns if the operator says so, with their texts', async () => {
    const bot = await given(now())
      .listing({ longDescription: 'Written by Ada.', supportUrl: 'https://ada.example/' })
      .approved();
    const erasure = await eraseUser(now(), bot.ownerId, { removesListings: true });
    expect(erasure).toMatchObject({ orphaned: [bot.id] });
    const listing = await listingOf(services, bot.id);
    expect(listing).toMatchObject({ state: 'removed' });
    expect(listing.moves.at(-1)).toMatchObject({ to: 'removed', userId: expect.stringMatching(/^0{5}/) });
    const rows = await services.db.sql`
      select long_description as text, support_url as url from bots where id = ${bot.id}`;
    expect(rows).toEqual([{ text: '', url: null }]);
    expect(await isStored(bot.ownerId)).toBe(false);
  });
});

describe('An erasure that is interrupted', () => {
  /** Begins an erasure, which fails at its last statement. */
  async function interrupted(userId: string, wish = KEEP) {
    const { sql } = services.db;
    const name = `refuse_${userId}`;
    await sql.unsafe(`
      create function ${name}() returns trigger language plpgsql as $$ begin
        if old.id = '${userId}' then raise exception 'interrupted'; end if; return old; end $$;
      create trigger ${name} before delete on users for each row execute function ${name}()`);
    await expect(eraseUser(now(), userId, wish)).rejects.toThrow('interrupted');
    await sql.unsafe(`drop function ${name} cascade`);
    expect(await sql`select from sessions where user_id = ${userId}`).toHaveLength(0);
    expect(await sql`select from users where id = ${userId}`).toHaveLength(1);
  }
  /** The faults of a worker that finishes erasures. */
  async function finish(): Promise<unknown[]> {
    const faults: unknown[] = [];
    await finishErasures(now(), (error) => faults.push(error));
    return faults;
  }

  test('is finished by a worker, once', async () => {
    const [bot, voted] = [await approved(), await approved()];
    await castVote(now(plus(NOON, -DAY_MS)), voted.id, bot.ownerId);
    await interrupted(bot.ownerId, { removesListings: true });
    expect(await finish()).toEqual([]);
    expect(await isStored(bot.ownerId)).toBe(false);
    expect(await listingOf(services, bot.id)).toMatchObject({ state: 'removed' });
    // Who comes back afterwards is new, and stays.
    await service.signIn(bot.ownerId);
    expect(await finish()).toEqual([]);
    expect(await isStored(bot.ownerId)).toBe(true);
  });

  test('is given up when the co-owner has left meanwhile and listings stay, and removes them if the user said so', async () => {
    for (const removesListings of [false, true]) {
      const bot = await approved();
      const coOwner = await given(now()).coOwnerOf(bot.id);
      await interrupted(bot.ownerId, { removesListings });
      await removeCoOwner(now(), bot.id, coOwner);
      expect(await finish()).toEqual(removesListings ? [] : [expect.any(ForbiddenError)]);
      expect(await isStored(bot.ownerId)).toBe(!removesListings);
      const state = removesListings ? 'removed' : 'approved';
      expect(await listingOf(services, bot.id)).toMatchObject({ state });
      expect(await finish()).toEqual([]);
    }
  });
});

test('A co-owner who accepts while the owner is erased gets the listing', async () => {
  const bot = await approved();
  const invited = await given(now()).invitedTo(bot.id);
  const updated = Promise.withResolvers<void>();
  const accepting = Promise.withResolvers<void>();
  const accepted = services.db.sql.begin(async (sql) => {
    await sql`update bot_owners set accepted_at = ${NOON} where bot_id = ${bot.id} and user_id = ${invited}`;
    updated.resolve();
    await accepting.promise;
  });
  await updated.promise;
  const erased = eraseUser(now(), bot.ownerId, { removesListings: true });
  await delay(300);
  accepting.resolve();
  await accepted;
  expect(await erased).toMatchObject({ passedOn: [bot.id], orphaned: [] });
  expect(await listingOf(services, bot.id)).toMatchObject({ state: 'approved' });
  expect(await listOwners(services, bot.id)).toMatchObject([{ userId: invited, isCoOwner: false }]);
});

test('Erasing an owner leaves no picture, banner or image of a removed listing, and no word that they wrote', async () => {
  const marks = ['banner', 'image', 'icon', 'link', 'prefix'].map(
    (kind) => [kind, `${kind}-${newUserId()}`] as const,
  );
  const { banner, image, icon, link, prefix } = Object.fromEntries(marks) as Record<string, string>;
  const bot = await given(now())
    .listing({ prefix: prefix ?? '' })
    .in('removed');
  const { sql } = services.db;
  const named = [{ url: `https://ada.example/${link}`, problem: 'text' }];
  await sql`
    update bots set banner_hash = ${banner ?? ''}, text_images = ${JSON.stringify(named)}::text::jsonb,
      commands = ${JSON.stringify([{ name: 'play', description: link }])}::text::jsonb where id = ${bot.id}`;
  const store = (hash = '') => sql`
    insert into listing_images (bot_id, hash, media_type, image)
    values (${bot.id}, ${hash}, 'image/webp', ${Buffer.from('picture')})`;
  await store(banner);
  await store(image);
  await sql`
    insert into bot_avatars (bot_id, media_type, image, hash, updated_at)
    values (${bot.id}, 'image/webp', ${Buffer.from('picture')}, ${icon ?? ''}, ${NOON})`;
  await eraseUser(now(), bot.ownerId, KEEP);
  for (const [kind, mark] of marks) expect(await isStored(mark), kind).toBe(false);
});

test('Erasing who submitted a rejected listing again deletes their note, and not the reason of the moderator', async () => {
  const bot = await given(now()).listing().in('rejected');
  const note = `It responds again: ${newUserId()}`;
  const reason = `It does not respond: ${newUserId()}`;
  await resubmitListing(now(), bot.id, bot.ownerId, note);
  await services.db.sql`
    update listing_moves set reason = ${reason} where bot_id = ${bot.id} and to_state = 'rejected'`;
  await eraseUser(now(), bot.ownerId, { removesListings: true });
  expect(await isStored(note)).toBe(false);
  expect(await isStored(reason)).toBe(true);
});

test('Erasing a moderator keeps the decisions, and a reporter the open reports, under other ids', async () => {
  const [bot, other] = [await approved(), await given(now()).listing().submitted()];
  const person = await given(now()).moderator();
  const appointed = await given(now()).user();
  await grantRole(services, person, appointed, 'moderator');
  await moderateListing(now(), person, other.id, { decision: 'approve', revision: 1, closesReports: false });
  const reporter = await given(now()).user();
  const closed = await reportListing(now(), reporter, bot.id, REPORT);
  await closeReports(now(), person, bot.id, [closed.id], 'dismissed');
  await reportListing(now(plus(NOON, 1)), reporter, bot.id, REPORT);
  await reportListing(now(plus(NOON, 2)), person, bot.id, REPORT);

  const exported = await exportUser(now(), person);
  expect(exported).toMatchObject({
    account: { role: 'moderator' },
    reports: [{ botId: bot.id, ...REPORT }],
    reportsClosed: [{ id: closed.id }],
    listingMoves: [{ botId: other.id, toState: 'approved' }],
    rolesGranted: [{ userId: appointed, role: 'moderator' }],
  });
  await eraseUser(now(), person, KEEP);
  expect(await isStored(person)).toBe(false);
  expect(await listingOf(services, other.id)).toMatchObject({ state: 'approved' });
  expect(await reportsOf(services, bot.id)).toMatchObject([
    { userId: reporter, closedBy: expect.stringMatching(/^0{5}/) },
    { userId: reporter, closedBy: null },
    { userId: expect.stringMatching(/^0{5}/), closedBy: null },
  ]);
  await eraseUser(now(), reporter, KEEP);
  expect(await reportsOf(services, bot.id)).toHaveLength(2);
  expect(await isStored(reporter)).toBe(false);
});

test('Favourites are exported, and deleted with the account', async () => {
  const bot = await approved();
  const userId = await given(now()).user();
  await addFavourite(now(), userId, bot.id);
  const exported = await exportUser(now(), userId);
  expect(exported.favourites).toEqual([{ botId: bot.id, markedAt: NOON }]);
  await eraseUser(now(), userId, KEEP);
  expect(await isStored(userId)).toBe(false);
});

test("Erasing a moderator deletes claims, and keeps notes and featured listings under another id; the owner's erasure deletes notes", async () => {
  const bot = await approved();
  const person = await given(now()).moderator();
  const other = await given(now()).moderator();
  await claimListing(now(), person, bot.id, true);
  await addNote(now(), person, bot.id, 'The owner is slow to answer.');
  await addNote(now(plus(NOON, 1)), other, bot.id, `Ask ${bot.ownerId} again.`);
  const choice = { until: plus(NOON, DAY_MS), place: 2 };
  await featureListing(now(), person, bot.id, choice);
  await featureListing(now(plus(NOON, 1)), other, bot.id, choice);
  await unfeatureListing(now(plus(NOON, 2)), person, bot.id);
  expect(await exportUser(now(), person)).toMatchObject({
    moderationNotes: [{ botId: bot.id, text: 'The owner is slow to answer.' }],
    moderationClaims: [{ botId: bot.id }],
    features: [
      { botId: bot.id, place: 2, isStartedByUser: true, isEndedByUser: false },
      { botId: bot.id, place: 2, isStartedByUser: false, isEndedByUser: true },
    ],
  });
  await eraseUser(now(), person, KEEP);
  expect(await isStored(person)).toBe(false);
  expect(await findClaim(now(), bot.id)).toBeUndefined();
  expect(await listNotes(services, bot.id)).toMatchObject([
    { userId: other },
    { userId: expect.stringMatching(/^0{5}/), userName: null, text: 'The owner is slow to answer.' },
  ]);
  expect(await listFeatures(now(), bot.id)).toHaveLength(2);
  await eraseUser(now(), bot.ownerId, { removesListings: true });
  expect(await listNotes(services, bot.id)).toEqual([]);
  expect(await isStored(bot.ownerId)).toBe(false);
});

test('What is no id is refused, and somebody unknown has nothing', async () => {
  await expect(eraseUser(now(), 'Ada', KEEP)).rejects.toThrow('A user id has 17 to 19 digits.');
  await expect(exportUser(now(), newUserId())).rejects.toThrow('Nothing is stored about this user.');
  const unknown = newUserId();
  await eraseUser(now(), unknown, KEEP);
  expect(await isStored(unknown)).toBe(false);
});
