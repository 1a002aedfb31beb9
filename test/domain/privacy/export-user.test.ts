import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { grantRole } from '../../../src/domain/identity/grant-role.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { closeReports, reportListing } from '../../../src/domain/moderation/reports.ts';
import { addNote } from '../../../src/domain/moderation/review.ts';
import { removeCoOwner } from '../../../src/domain/ownership/owners.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given, putInState } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';
import { at, HOUR_MS, NOON, after as plus } from '../../kit/time.ts';

const WEBHOOK = 'https://receiver.example/private-hook';
const TEXT = 'Written by the owner alone.';
const REPORT = { category: 'spam', text: 'It sends the same message every day.' } as const;

const { services } = await forFile(startService());

const now = (time = NOON) => at(services, time);
const listed = (state: ListingState = 'approved') =>
  given(now())
    .listing({ name: 'Melody', longDescription: TEXT, prefix: 'mel!' })
    .withWebhook(WEBHOOK)
    .votes(state === 'pending' ? 0 : 1)
    .in(state);

/** The members of an export that are not empty. */
const filled = async (userId: string) => {
  const exported = await exportUser(now(), userId);
  return Object.entries(exported)
    .filter(([, value]) => Array.isArray(value) && value.length > 0)
    .map(([name]) => name)
    .sort();
};
const printed = async (userId: string) => JSON.stringify(await exportUser(now(), userId));

/** What a co-owner who manages, or will, has besides. */
const MANAGE = { role: 'manage', readsSince: null };

describe('An export holds of a listing', () => {
  test('everything, for its owner and for a co-owner who has accepted', async () => {
    const bot = await listed();
    const coOwner = await given(now()).coOwnerOf(bot.id);
    const whole = { botId: bot.id, name: 'Melody', longDescription: TEXT, webhookUrl: WEBHOOK };
    const owners = await exportUser(now(), bot.ownerId);
    expect(owners.listings).toMatchObject([{ ...whole, standing: 'owner' }]);
    expect(owners.otherListings).toEqual([]);
    const coOwners = await exportUser(now(), coOwner);
    expect(coOwners.listings).toMatchObject([
      { ...whole, standing: 'co-owner', invitedAt: NOON, acceptedAt: NOON },
    ]);
    expect(await filled(bot.ownerId)).toEqual([
      'listingEvents',
      'listingMoves',
      'listings',
      'notices',
      'sessions',
    ]);
    expect(await filled(coOwner)).toEqual(['listingEvents', 'listings', 'notices', 'sessions']);
  });

  test.each(['approved', 'pending', 'rejected', 'suspended'] as const)(
    'nothing but its name and when they were invited, for an invited user: %s',
    async (state) => {
      const bot = await given(now())
        .listing({ name: 'Melody', longDescription: TEXT })
        .withWebhook(WEBHOOK)
        .in(state === 'pending' ? 'pending' : 'approved');
      const invited = await given(now()).invitedTo(bot.id);
      await putInState(services, bot.id, state);
      const exported = await exportUser(now(), invited);
      expect(exported.otherListings).toEqual([
        { botId: bot.id, name: 'Melody', standing: 'invited', invitedAt: NOON, acceptedAt: null, ...MANAGE },
      ]);
      expect(await filled(invited)).toEqual(['listingEvents', 'notices', 'otherListings', 'sessions']);
      for (const secret of [WEBHOOK, TEXT, bot.ownerId]) expect(await printed(invited)).not.toContain(secret);
    },
  );

  test('its texts for the owner who removed it, and for a co-owner only that they managed it', async () => {
    const bot = await listed();
    const coOwner = await given(now()).coOwnerOf(bot.id);
    const invited = await given(now()).invitedTo(bot.id);
    await removeListing(now(), bot.id, bot.ownerId);
    const { listings } = await exportUser(now(), bot.ownerId);
    expect(listings).toMatchObject([{ state: 'removed', longDescription: TEXT, webhookUrl: null }]);
    const other = { botId: bot.id, name: null };
    expect((await exportUser(now(), coOwner)).otherListings).toEqual([
      { ...other, standing: 'co-owner', invitedAt: NOON, acceptedAt: NOON, ...MANAGE },
    ]);
    expect((await exportUser(now(), invited)).otherListings).toEqual([
      { ...other, standing: 'invited', invitedAt: NOON, acceptedAt: null, ...MANAGE },
    ]);
    expect(await filled(coOwner)).toEqual(['listingEvents', 'notices', 'otherListings', 'sessions']);
    expect(await filled(invited)).toEqual(['listingEvents', 'notices', 'otherListings', 'sessions']);
  });

  test('only what they did, for a former co-owner, and for a former owner whose bot has a new one', async () => {
    const bot = await listed();
    const coOwner = await given(now()).coOwnerOf(bot.id);
    await removeCoOwner(now(), bot.id, coOwner);
    expect(await filled(coOwner)).toEqual(['listingEvents', 'notices', 'sessions']);

    const next = await given(now()).user('Next');
    await removeListing(now(), bot.id, bot.ownerId);
    await services.db.sql`update bot_owners set user_id = ${next} where bot_id = ${bot.id}`;
    await putInState(services, bot.id, 'approved');
    const { listingMoves } = await exportUser(now(), bot.ownerId);
    expect(listingMoves).toMatchObject([
      { toState: 'pending', reason: null },
      { toState: 'removed', reason: null },
    ]);
    expect(await filled(bot.ownerId)).toEqual(['listingEvents', 'listingMoves', 'notices', 'sessions']);
    for (const secret of [TEXT, next]) expect(await printed(bot.ownerId)).not.toContain(secret);
  });
});

describe('An export holds of an edit', () => {
  const SECRETS = ['edited!', 'Name your sources.'];
  /** A co-owner whose edit a moderator has refused. */
  async function refusedEdit() {
    const bot = await listed();
    const coOwner = await given(now()).coOwnerOf(bot.id);
    const moderator = await given(now()).moderator();
    await services.db.sql`
      insert into listing_edits (bot_id, user_id, edited_at, before, after, review_reasons, state, decided_by, decided_at,
        reason)
      values (${bot.id}, ${coOwner}, ${NOON}, '{}', '{"prefix": "edited!"}', '{LINKS}', 'refused', ${moderator}, ${NOON},
        'Name your sources.')`;
    return { bot, coOwner, moderator };
  }

  test('what it says and why it was refused, for somebody who manages the listing', async () => {
    const { coOwner } = await refusedEdit();
    expect((await exportUser(now(), coOwner)).edits).toMatchObject([
      { state: 'refused', editedAt: NOON, fields: { prefix: 'edited!' }, reason: 'Name your sources.' },
    ]);
  });

  test('only bot, times and state, for a former co-owner, for a co-owner of a removed listing, for a moderator', async () => {
    const { bot, coOwner, moderator } = await refusedEdit();
    const bare = { botId: bot.id, state: 'refused', decidedAt: NOON };
    const withoutContent = [{ ...bare, part: 'text', editedAt: NOON, fields: null, reason: null }];
    await putInState(services, bot.id, 'removed');
    expect((await exportUser(now(), coOwner)).edits).toEqual(withoutContent);
    await putInState(services, bot.id, 'approved');
    await removeCoOwner(now(), bot.id, coOwner);
    expect((await exportUser(now(), coOwner)).edits).toEqual(withoutContent);
    expect((await exportUser(now(), moderator)).editsDecided).toEqual([bare]);
    for (const secret of SECRETS) {
      expect(await printed(coOwner)).not.toContain(secret);
      expect(await printed(moderator)).not.toContain(secret);
    }
  });
});

describe('An export holds no data of others', () => {
  test('for a voter: own votes and whether they were delivered, nothing about the receiver', async () => {
    const bot = await listed();
    const voter = await given(now()).user();
    const { votedAt } = await castVote(now(), bot.id, voter);
    const exported = await exportUser(now(), voter);
    expect(exported.votes).toEqual([{ botId: bot.id, votedAt, isVoided: false }]);
    expect(exported.deliveries).toEqual([
      expect.objectContaining({ botId: bot.id, kind: 'vote', votedAt, state: 'pending' }),
    ]);
    expect(Object.keys(exported.deliveries[0] ?? {}).sort()).toEqual(
      ['botId', 'createdAt', 'finishedAt', 'id', 'kind', 'state', 'votedAt'].sort(),
    );
    expect(await filled(voter)).toEqual(['deliveries', 'sessions', 'voteWindows', 'votes']);
    for (const secret of [WEBHOOK, TEXT, bot.ownerId, ...bot.voterIds])
      expect(await printed(voter)).not.toContain(secret);
  });

  test('for a reporter: own reports with their outcome, not who closed them or what moderators wrote', async () => {
    const bot = await listed();
    const [reporter, moderator] = [await given(now()).user(), await given(now()).moderator()];
    const { id } = await reportListing(now(), reporter, bot.id, REPORT);
    await reportListing(now(), await given(now()).user(), bot.id, {
      ...REPORT,
      text: 'Another one says so.',
    });
    await addNote(now(), moderator, bot.id, 'The reporter is right.');
    await closeReports(now(plus(NOON, HOUR_MS)), moderator, bot.id, [id], 'acted');
    const exported = await exportUser(now(), reporter);
    const closedAt = plus(NOON, HOUR_MS);
    expect(exported.reports).toEqual([
      { id, botId: bot.id, ...REPORT, createdAt: NOON, closedAt, outcome: 'acted' },
    ]);
    expect(await filled(reporter)).toEqual(['notices', 'reports', 'sessions']);
    for (const secret of [moderator, bot.ownerId, 'Another one', 'is right'])
      expect(await printed(reporter)).not.toContain(secret);
  });

  test('for a moderator: what they did, not who reported, who gave the role or what others wrote', async () => {
    const bot = await listed();
    const [admin, other] = [newUserId(), await given(now()).moderator()];
    const moderator = await given(now()).user();
    await grantRole(services, admin, moderator, 'moderator');
    const reporter = await given(now()).user();
    const { id } = await reportListing(now(), reporter, bot.id, REPORT);
    await addNote(now(), other, bot.id, 'Somebody else wrote this.');
    await addNote(now(), moderator, bot.id, 'I wrote this.');
    await closeReports(now(), moderator, bot.id, [id], 'dismissed');
    const exported = await exportUser(now(), moderator);
    expect(exported.account).toMatchObject({ role: 'moderator' });
    expect(exported.moderationNotes).toMatchObject([{ botId: bot.id, text: 'I wrote this.' }]);
    expect(exported.reportsClosed).toEqual([{ id, botId: bot.id, closedAt: NOON, outcome: 'dismissed' }]);
    expect(await filled(moderator)).toEqual(['moderationNotes', 'reportsClosed', 'sessions']);
    for (const secret of [admin, other, reporter, bot.ownerId, REPORT.text, WEBHOOK, 'Somebody else'])
      expect(await printed(moderator)).not.toContain(secret);
  });
});
