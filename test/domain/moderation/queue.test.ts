import { beforeEach, describe, expect, test } from 'vitest';
import { snowflakeAt } from '../../../src/domain/kernel/ids.ts';
import { listBadges } from '../../../src/domain/moderation/badges.ts';
import { claimListing } from '../../../src/domain/moderation/claims.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import {
  countQueue,
  findPlace,
  listQueue,
  measureReviews,
  type QueueFilter,
  type QueueItem,
} from '../../../src/domain/moderation/queue.ts';
import { closeReports, type ReportCategory, reportListing } from '../../../src/domain/moderation/reports.ts';
import { DANGEROUS_BITS, KNOWN_BITS } from '../../../src/terms/invite-permissions.ts';
import { given, putInState } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, DAY_MS, HOUR_MS, MINUTE_MS, NOON } from '../../kit/time.ts';

const service = await forFile(startOwnService());
beforeEach(() => service.services.db.sql`truncate bots cascade`);

const listing = () => given(service.services).listing();
const minute = (minutes: number) => after(NOON, minutes * MINUTE_MS);

async function submitted(minutes: number): Promise<string> {
  const { id } = await listing().submitted();
  await service.services.db.sql`update bots set state_changed_at = ${minute(minutes)} where id = ${id}`;
  return id;
}

function report(botId: string, minutes: number, category: ReportCategory = 'broken') {
  const services = at(service.services, minute(minutes));
  return reportListing(services, newUserId(), botId, { category, text: 'It does not answer.' });
}

async function reported(...minutes: number[]): Promise<string> {
  const { id } = await listing().approved();
  for (const each of minutes) await report(id, each);
  return id;
}

const now = (ms = 0) => at(service.services, after(NOON, ms));
const whole = { limit: 100, inverted: false };
const idsOf = (items: readonly QueueItem[]) => items.map(({ listing }) => listing.id);
const positionOf = (item: QueueItem | undefined) =>
  item && { weight: item.weight, time: item.since, id: item.listing.id };

/** Reads on from where the page before ended, as a moderator does. */
async function pagesOf(limit: number, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  for (let last: QueueItem | undefined; ; ) {
    const page = await listQueue(service.services, { limit, inverted: false, after: positionOf(last) });
    ids.push(...idsOf(page));
    last = page.at(-1);
    if (page.length < limit) return ids;
    await between();
  }
}

test('submissions and reported listings wait in one queue, oldest first', async () => {
  const [late, early] = [await submitted(5), await submitted(1)];
  const [middle, last] = [await reported(3), await reported(9)];
  const items = await listQueue(service.services, whole);
  expect(items.map(({ listing, ...item }) => ({ id: listing.id, ...item }))).toEqual([
    { id: early, kind: 'submission', since: minute(1), openReports: 0, weight: 2 },
    { id: middle, kind: 'reports', since: minute(3), openReports: 1, weight: 2 },
    { id: late, kind: 'submission', since: minute(5), openReports: 0, weight: 2 },
    { id: last, kind: 'reports', since: minute(9), openReports: 1, weight: 2 },
  ]);
  expect(await countQueue(service.services)).toBe(4);
});

test('a listing with many reports waits once, since the oldest that is open', async () => {
  const id = await reported(7, 2, 4, 2);
  expect(await listQueue(service.services, whole)).toMatchObject([{ since: minute(2), openReports: 4 }]);
  expect(await countQueue(service.services)).toBe(1);
  const { sql } = service.services.db;
  const oldest = await sql<
    { id: string }[]
  >`select id from reports where bot_id = ${id} and created_at = ${minute(2)}`;
  const ids = oldest.map((row) => row.id);
  await closeReports(service.services, newUserId(), id, ids, 'dismissed');
  expect(await listQueue(service.services, whole)).toMatchObject([{ since: minute(4), openReports: 2 }]);
});

/** What a moderator should look at first, in this order: the ids of all but the last were made last. */
async function triaged() {
  const usual = await submitted(1);
  const sensitive = await submitted(2);
  await service.services.db.sql`update bots set invite_permissions = '8' where id = ${sensitive}`;
  const edited = (await listing().approved()).id;
  await service.services.db.sql`
    insert into listing_edits (bot_id, user_id, edited_at, before, after, review_reasons, state)
    values (${edited}, '1', ${minute(3)}, '{}', '{}', '{permissions}', 'waiting')`;
  const severe = await reported(0);
  await report(severe, 4, 'malicious');
  const broken = await reported(5);
  return { severe, sensitive, edited, usual, broken };
}

test('severe reports come first, then sensitive permissions, then the rest, and of each the oldest', async () => {
  const { severe, sensitive, edited, usual, broken } = await triaged();
  const items = await listQueue(service.services, whole);
  expect(items.map(({ listing, weight, since }) => [listing.id, weight, since])).toEqual([
    [severe, 0, minute(4)],
    [sensitive, 1, minute(2)],
    [edited, 1, minute(3)],
    [usual, 2, minute(1)],
    [broken, 2, minute(5)],
  ]);
  for (const limit of [1, 2, 4]) expect(await pagesOf(limit)).toEqual(idsOf(items));
  // An owner is told the place in this order, too.
  const places = await Promise.all([sensitive, edited, usual].map((id) => findPlace(service.services, id)));
  expect(places).toEqual([1, 2, 3]);
});

test('a filter by reason, urgency, category or claim leaves only what it names, and the count follows it', async () => {
  const { severe, sensitive, edited, usual, broken } = await triaged();
  const moderatorId = newUserId();
  await claimListing(now(), moderatorId, usual, false);
  await claimListing(now(), newUserId(), edited, false);
  const { ownerId, id: own } = await listing().submitted();
  const mine = { of: 'mine', moderatorId } as const;
  const cases: [QueueFilter, string[]][] = [
    [{ kind: 'submission' }, [sensitive, usual, own]],
    [{ kind: 'reports' }, [severe, broken]],
    [{ kind: 'edit' }, [edited]],
    [{ urgency: 'severe' }, [severe]],
    [{ urgency: 'sensitive' }, [sensitive, edited]],
    [{ urgency: 'usual' }, [usual, broken, own]],
    [{ category: 'broken' }, [severe, broken]],
    [{ category: 'spam' }, []],
    [{ claim: mine }, [usual]],
    [{ claim: { of: 'nobody', moderatorId: ownerId } }, [severe, sensitive, broken]],
    [{ kind: 'reports', urgency: 'usual', category: 'broken' }, [broken]],
  ];
  for (const [filter, ids] of cases) {
    expect(idsOf(await listQueue(now(), whole, filter))).toEqual(ids);
    expect(await countQueue(now(), filter)).toBe(ids.length);
  }
  // A claim ends by itself.
  expect(await countQueue(now(HOUR_MS), { claim: mine })).toBe(0);
});

test('the database knows the same sensitive permissions as the table of permissions', async () => {
  const bits = Array.from({ length: 63 }, (_, bit) => 1n << BigInt(bit));
  const rows = await service.services.db.sql<{ bits: string }[]>`
    select bits from unnest(${bits.map(String)}::text[]) bits where weight_of_invite('{bot}', bits) = 1`;
  const isSensitive = (bit: bigint) => (bit & (DANGEROUS_BITS | ~KNOWN_BITS)) !== 0n;
  expect(rows.map((row) => row.bits)).toEqual(bits.filter(isSensitive).map(String));
  const [row] = await service.services.db.sql`
    select weight_of_invite('{applications.commands}', '8') as "commandsOnly",
      weight_of_invite('{bot}', '99999999999999999999') as "tooLarge"`;
  expect(row).toEqual({ commandsOnly: 2, tooLarge: 1 });
});

test('badges: a young account, a look-alike of a public listing of others, and an earlier rejection', async () => {
  const { services } = service;
  const { sql } = services.db;
  const plain = await listing().submitted();
  const young = await listing().submitted();
  const youngId = snowflakeAt(after(NOON, -DAY_MS));
  await sql`insert into users (id, name, created_at) values (${youngId}, 'Young', ${NOON})`;
  await sql`update bot_owners set user_id = ${youngId} where bot_id = ${young.id}`;
  const popular = await given(services).listing({ name: 'Melody' }).approved();
  const alike = await given(services).listing({ name: 'Mel0dy' }).submitted();
  const [before, again] = [await listing().in('rejected'), await listing().submitted()];
  await sql`update bot_owners set user_id = ${before.ownerId} where bot_id = ${again.id}`;
  const badgesOf = ({ id }: { id: string }) => listBadges(now(), id);
  await sql`update bots set name = 'Alone ' || id where id = any(${[plain.id, young.id, before.id, again.id]})`;
  expect(await badgesOf(plain)).toEqual([]);
  expect(await badgesOf(young)).toEqual(['young_account']);
  expect(await badgesOf(alike)).toEqual(['look_alike']);
  expect(await badgesOf(again)).toEqual(['setback']);
  expect(await badgesOf(before)).toEqual(['setback']);
  // One's own second listing may have a like name.
  await sql`update bot_owners set user_id = ${popular.ownerId} where bot_id = ${alike.id}`;
  expect(await badgesOf(alike)).toEqual([]);
});

test('what is decided has left the queue', async () => {
  const [approved, rejected, stays] = [await submitted(1), await submitted(2), await submitted(3)];
  const suspended = await reported(4, 5);
  const judge = (id: string, decision: 'approve' | 'reject' | 'suspend') =>
    moderateListing(service.services, newUserId(), id, {
      decision,
      revision: 1,
      reason: 'Looked at by a moderator.',
      closesReports: decision === 'suspend',
    });
  await judge(approved, 'approve');
  await judge(rejected, 'reject');
  await judge(suspended, 'suspend');
  expect(idsOf(await listQueue(service.services, whole))).toEqual([stays]);
  expect(await countQueue(service.services)).toBe(1);
});

test('reports of a suspended listing stay; those of a removed one go, and do not return when it is submitted anew', async () => {
  const [suspended, removed, anew] = [await reported(1), await reported(2), await reported(3)];
  const { sql } = service.services.db;
  await putInState(service.services, suspended, 'suspended');
  await putInState(service.services, removed, 'removed');
  await sql`update bots set state = 'pending', state_changed_at = ${minute(4)} where id = ${anew}`;
  expect(await listQueue(service.services, whole)).toMatchObject([
    { listing: { id: suspended }, openReports: 1 },
    { listing: { id: anew }, since: minute(4), openReports: 0 },
  ]);
  expect(await countQueue(service.services)).toBe(2);
});

describe('Pages', () => {
  let expected: string[];
  beforeEach(async () => {
    // Of the same millisecond, too, where ids alone tell them apart.
    for (const minutes of [1, 1, 2, 3]) {
      await submitted(minutes);
      await reported(minutes, minutes + 1);
    }
    expected = idsOf(await listQueue(service.services, whole));
    expect(expected).toHaveLength(8);
  });

  test.each([1, 3, 8])('of %i go through the queue without gaps or repeats', async (limit) => {
    expect(await pagesOf(limit)).toEqual(expected);
  });

  test('read from the far end, and between two positions, show the same', async () => {
    const items = await listQueue(service.services, whole);
    const far = await listQueue(service.services, { limit: 3, inverted: true });
    expect(idsOf(far)).toEqual(expected.toReversed().slice(0, 3));
    const between = { after: positionOf(items[1]), before: positionOf(items[5]) };
    expect(idsOf(await listQueue(service.services, { ...whole, ...between }))).toEqual(expected.slice(2, 5));
  });

  test('skip nothing when listings that were read leave the queue, and do not show what left before', async () => {
    const leaving = [expected[0], expected[5]];
    let pages = 0;
    const ids = await pagesOf(2, async () => {
      if (pages++ > 0) return;
      for (const id of leaving) await putInState(service.services, id ?? '', 'removed');
    });
    expect(ids).toEqual(expected.filter((id) => id !== expected[5]));
  });
});

/** A review that took some hours and ended at a time before noon. */
async function reviewed(hours: number, agoMs = 0, decision: 'approve' | 'reject' = 'approve') {
  const { id } = await given(now(-agoMs - hours * HOUR_MS))
    .listing()
    .submitted();
  const moderatorId = newUserId();
  await moderateListing(now(-agoMs), moderatorId, id, {
    decision,
    revision: 1,
    reason: 'It is not what it says.',
    closesReports: false,
  });
  return { id, moderatorId };
}

test('owners read how many listings wait, and the median wait of the last thirty days', async () => {
  for (let hours = 1; hours <= 11; hours += 1) await reviewed(hours, 0, hours % 2 ? 'approve' : 'reject');
  await given(now()).listing().submitted();
  expect(await measureReviews(now())).toEqual({ waiting: 1, reviews: 11, medianSeconds: 6 * 3600 });
});

test('fewer than ten reviews say nothing', async () => {
  for (let count = 0; count < 9; count += 1) await reviewed(1);
  expect(await measureReviews(now())).toEqual({ waiting: 0, reviews: 9, medianSeconds: null });
});

test('older reviews, suspensions and removals do not count', async () => {
  for (let count = 0; count < 10; count += 1) await reviewed(1);
  await reviewed(100, 31 * DAY_MS);
  await given(now()).listing().in('suspended');
  await service.services.db.sql`delete from listing_moves where from_state = 'pending' and moved_at = ${NOON}
    and bot_id in (select id from bots where state = 'suspended')`;
  expect(await measureReviews(now(1000))).toMatchObject({ reviews: 10, medianSeconds: 3600 });
});

test('a resubmitted listing has waited since then', async () => {
  for (let count = 0; count < 9; count += 1) await reviewed(2);
  const { id, moderatorId } = await reviewed(50, DAY_MS, 'reject');
  const { sql } = service.services.db;
  await sql`
    insert into listing_moves (bot_id, from_state, to_state, user_id, moved_at)
    values (${id}, 'rejected', 'pending', ${moderatorId}, ${after(NOON, -2 * HOUR_MS)}),
      (${id}, 'pending', 'approved', ${moderatorId}, ${NOON})`;
  expect(await measureReviews(now())).toMatchObject({ reviews: 11, medianSeconds: 7200 });
});
