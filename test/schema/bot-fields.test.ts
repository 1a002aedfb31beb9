import { randomUUID } from 'node:crypto';
import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { byName, LISTING_FIELDS } from '../../src/terms/listing-fields.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import {
  BOTS_OF_ROLES,
  each,
  headersOf,
  MODERATORS,
  outcomes,
  ROLES,
  type Role,
  TEAM,
  USERS,
  visitOncePerRole,
  WITH_ADMIN,
} from './roles.ts';

/** What everybody may read, with the selection of its own fields where it has some. */
const PUBLIC: Readonly<Record<string, string>> = {
  botId: '',
  ...byName(LISTING_FIELDS, () => ''),
  tags: '{ slug }',
  longDescriptionHtml: '',
  inviteUrl: '',
  owners: '{ userId }',
  avatarUrl: '',
  bannerUrl: '',
  bannerThumbnailUrl: '',
  screenshots: '{ url }',
  state: '',
  revision: '',
  createdAt: '',
  updatedAt: '',
  serverCount: '',
  checkedInAt: '',
  reportIntervalSeconds: '',
  rank: '',
  score: '{ total }',
  news: '{ id }',
  textLanguages: '(language: "de") { shortDescription }',
  translations: '{ language }',
  featureReason: '(language: "de")',
  dangerousPermissionCount: '',
  permissionCount: '',
  moreByOwner: '{ botId }',
  isViewerFavourite: '',
  viewerHasReported: '',
  viewerWantsReminder: '',
  viewerMayChange: '',
  voteCount: '',
  weeklyVotes: '',
  trend: '',
  votesPerDay: '{ day votes }',
  serverCountPerDay: '{ day serverCount }',
  viewerNextVoteAt: '',
  commands: '{ name }',
  similarBots: '{ botId }',
  id: '',
};

/** The team of the listing, and moderators. */
const INSIDERS: readonly Role[] = [...TEAM, ...MODERATORS];
/** Users in these roles read it; others are forbidden to, and nobody else is a user. */
const only = (readers: readonly Role[]) =>
  outcomes('UNAUTHENTICATED', { ...each(USERS, 'FORBIDDEN'), ...each(readers, 'given') });

/** Only moderators read who decided. */
const NAMED = { ...only(INSIDERS), owner: 'null', coOwner: 'null', reader: 'null' };

/** What not everybody may read, and where it is, from a bot. */
const RESTRICTED: Readonly<Record<string, { path: string; outcomes: Readonly<Record<Role, string>> }>> = {
  'Bot.webhook': { path: 'webhook.url', outcomes: only(TEAM) },
  'Bot.webhookExample': { path: 'webhookExample.body', outcomes: only(TEAM) },
  'Bot.deliveries': { path: 'deliveries.id', outcomes: only(TEAM) },
  // A delivery that does not exist, and its absence, are for managers only too.
  'Bot.delivery': { path: 'delivery.id', outcomes: { ...only(TEAM), ...each(TEAM, 'null') } },
  'Bot.deliveriesHeld': { path: 'deliveriesHeld', outcomes: only(TEAM) },
  'Bot.replays': { path: 'replays.id', outcomes: only(TEAM) },
  'Bot.deliveryStatistics': { path: 'deliveryStatistics.delivered', outcomes: only(TEAM) },
  'Bot.recentAttempts': { path: 'recentAttempts.number', outcomes: only(TEAM) },
  'Bot.siteStatement': { path: 'siteStatement.entry', outcomes: only(TEAM) },
  'Bot.apiToken': { path: 'apiToken.createdAt', outcomes: only(TEAM) },
  // Null while the counts are steady.
  'Bot.unsteadyCounts': {
    path: 'unsteadyCounts',
    outcomes: { ...only(TEAM), ...each(TEAM, 'null') },
  },
  'Bot.recentVotes': { path: 'recentVotes.userId', outcomes: only(TEAM) },
  'Bot.history': { path: 'history.toState', outcomes: only(INSIDERS) },
  'Bot.transfer': { path: 'transfer.toName', outcomes: only(TEAM) },
  'Bot.activity': { path: 'activity.__typename', outcomes: only(INSIDERS) },
  'Bot.edits': { path: 'edits.state', outcomes: only(INSIDERS) },
  'Bot.placeInQueue': { path: 'placeInQueue', outcomes: only(INSIDERS) },
  'Bot.voidings': { path: 'voidings.reason', outcomes: only(INSIDERS) },
  'VoteVoiding.userName': { path: 'voidings.userName', outcomes: NAMED },
  'VoteVoiding.restoredByName': { path: 'voidings.restoredByName', outcomes: NAMED },
  // Neither are notes and records.
  'Bot.review': { path: 'review.applicationCreatedAt', outcomes: only(MODERATORS) },
  // Who reported a listing is not for its owner, whatever else they are.
  'Bot.openReports': { path: 'openReports.userId', outcomes: only(MODERATORS) },
  'Bot.temporalUrl': {
    path: 'temporalUrl',
    outcomes: outcomes('null', each([...MODERATORS, 'owningAdmin'], 'given')),
  },
  'Delivery.temporalUrl': {
    path: 'deliveries.temporalUrl',
    outcomes: { ...only(TEAM), owner: 'null', coOwner: 'null', reader: 'null' },
  },
  // Of a moderator's decision.
  'ListingMove.userId': { path: 'history.userId', outcomes: NAMED },
  'ListingMove.userName': { path: 'history.userName', outcomes: NAMED },
};

/** Whoever comes to one of these types may read all of it: by who comes there. */
const WHOLE: Readonly<Record<string, string>> = {
  'whoever may read the field that leads there': `
    ApplicationPreview CoOwnerInvitation Command DailyServerCount DailyVotes FieldProblem Health
    MessageParameter Owner PageInfo ReviewTime SearchSuggestions Tag User UserLink Viewer Vote VoteCheck
    DirectoryCounts DirectoryTotals LanguageCount OfferedSearch RelaxedSearch TagCount ListingScore
    ListingScoreFactor News ConfirmedSite BotTranslation TextLanguages Screenshot VoteLog NewVotes
    Webhook WebhookHold WebhookHealth FailureCause AttemptSignatures
  `,
  'the viewer only': `
    FollowedNews OwnVote AccountDeletion Allowance DataExport OwnSession Notice NoticeSetting
    NoticeChannel
  `,
  'the user, and moderators': 'Block',
  'managers of the bot only': `
    ApiToken DeliveryAttempt DeliveryStatistics DurationPercentiles HttpHeader Replay ReplayPreview
    ReceiverCheck SiteStatement WebhookRequest
  `,
  'managers of the bot, and moderators': 'EditedPicture FieldChange HistoryEntry ListingEdit Transfer',
  'moderators only, and who wrote the report': `
    EditedListing PendingListing ReportedListing Report TeamMember ListingReview ModerationClaim
    ModerationNote OwnerRecord Setback Feature FeatureReason LinkCheck ModerationTemplate
    ModerationOutcome ModeratedUser MadeReport MadeReports RecentVotes VotedBot VoteSignal VoteSignalBot
    VoteSignalVoter UserVoteSignal
  `,
  'admins only': 'LoggedDecision',
};
/** The other fields of types of which some are restricted. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  Bot: Object.keys(PUBLIC),
  Delivery: [
    ...['id', 'kind', 'state', 'round', 'userId', 'votedAt', 'createdAt', 'nextAttemptAt', 'finishedAt'],
    ...['attempts', 'requestHeaders', 'requestBody', 'isVoided', 'holdReason'],
  ],
  VoteVoiding: ['id', 'reason', 'createdAt', 'voteCount', 'restoredAt'],
  // What was before a take-over, only moderators read: see the contract's tests of take-overs.
  ListingMove: [
    'fromState',
    'toState',
    'reason',
    'movedAt',
    'isBeforeTakeOver',
    'takenDown',
    'voteCountBefore',
  ],
};

describe('In the tables above is', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const isRefusal = (type: (typeof types)[number]) =>
    type.getInterfaces().some(({ name }) => name === 'Error');

  test('every type that is no refusal, and no part of a list or of the answer to a mutation', () => {
    const names = types
      .filter((type) => !(roots.includes(type) || isRefusal(type) || type.name.startsWith('__')))
      .map(({ name }) => name)
      .filter((name) => !/(Payload|Connection|Edge)$/.test(name));
    const whole = Object.values(WHOLE).flatMap((list) => list.match(/\w+/g) ?? []);
    expect([...whole, ...Object.keys(OTHERS)].toSorted()).toEqual(names.toSorted());
  });

  test.each(Object.entries(OTHERS))('every field of %s', (name, others) => {
    const restricted = Object.keys(RESTRICTED)
      .map((field) => field.split('.'))
      .flatMap(([type, field]) => (type === name ? [field] : []));
    const fields = types.find((type) => type.name === name)?.getFields() ?? {};
    const tables = [...others, ...restricted].toSorted();
    const hint = `say who may read each field of ${name}: add new ones to PUBLIC, OTHERS or RESTRICTED in this file`;
    expect(tables, hint).toEqual(Object.keys(fields).toSorted());
  });
});

describe('A field', () => {
  // Some more than are used, for what is tried a second time.
  const subject = useService(3 * BOTS_OF_ROLES, {
    ...WITH_ADMIN,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    TEMPORAL_UI_URL: 'https://temporal.example',
  });

  // Nothing that is read here changes by it, so that all tests of a role read one bot.
  const visit = visitOncePerRole(subject, addEvents);

  test.each(ROLES)('of a bot that is public is read by %s without an error', async (role) => {
    const { bot, headers } = await visit(role);
    const selection = Object.entries(PUBLIC).flat().join(' ');
    const answer = await subject.service.graphql(
      `query ($id: ID!) { result: bot(botId: $id) { ${selection} } }`,
      { id: bot.id },
      headers,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.result).toMatchObject({ botId: bot.id, state: 'APPROVED', id: `Bot:${bot.id}` });
  });

  /** Something to read in every field. */
  async function addEvents({ id }: Bot): Promise<void> {
    const { sql } = subject.services.db;
    const [delivery, somebody] = [randomUUID(), newUserId()];
    await subject.signIn(somebody);
    await sql`
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, dispatched_at, finished_at)
      values (${delivery}, ${id}, 'vote', ${somebody}, now(), 'failed', now(), now(), now())`;
    await sql`
      insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms)
      values (${delivery}, 1, ${id}, now(), 5)`;
    await sql`
      insert into listing_moves (bot_id, from_state, to_state, user_id, moved_at)
      values (${id}, 'pending', 'approved', ${somebody}, now())`;
    await sql`
      insert into listing_edits (bot_id, user_id, edited_at, before, after, state)
      values (${id}, ${somebody}, now(), '{"prefix":"!"}', '{"prefix":"?"}', 'waiting')`;
    await sql`
      insert into listing_transfers (bot_id, from_id, to_id, offered_at, owner_stays)
      values (${id}, ${somebody}, ${somebody}, now(), true)`;
    await sql`
      insert into replays (id, bot_id, from_at, to_at, states, per_second, total, state, created_at)
      values (${randomUUID()}, ${id}, now(), now(), '{failed}', 5, 1, 'stopped', now())`;
    await sql`insert into votes (bot_id, user_id, voted_at) values (${id}, ${somebody}, now())`;
    await sql`
      insert into vote_voidings (id, bot_id, user_id, reason, created_at, votes, first_vote_at, last_vote_at, restored_at,
        restored_by)
      values (${randomUUID()}, ${id}, ${somebody}, 'Fake votes.', now(), 1, now(), now(), now(), ${somebody})`;
    await sql`
      insert into reports (id, bot_id, user_id, category, text, created_at)
      values (${randomUUID()}, ${id}, ${somebody}, 'spam', 'It sends advertisements.', now())`;
  }

  const cases = Object.entries(RESTRICTED).flatMap(([field, { path, outcomes }]) =>
    ROLES.map((role) => ({ field, path, role, outcome: outcomes[role] })),
  );
  test.each(cases)('that is restricted, $field, is answered to $role with: $outcome', async (asked) => {
    const { path, role, outcome } = asked;
    const { bot, headers } = await visit(role);
    const { data, errors } = await subject.service.graphql(
      `query ($id: ID!) {
        result: bot(botId: $id) { botId ${path.replace('delivery.', 'delivery(id: "x").').replace('Example.', 'Example(format: SLACK).').replace('.', ' { ')} ${path.includes('.') ? '}' : ''} } }`,
      { id: bot.id },
      headers,
    );
    const [field = '', inner] = path.split('.');
    const { botId, [field]: value } = data?.result ?? {};
    expect(botId).toBe(bot.id);
    if (errors) {
      expect(errors.map(({ extensions }) => extensions?.code)).toEqual([outcome]);
      expect(value).toBeNull();
    } else {
      const [item] = [value].flat();
      const read = inner === undefined ? item : (item?.[inner] ?? null);
      expect(read === null ? 'null' : 'given').toBe(outcome);
    }
  });

  test.each(ROLES)(
    'of a bot, owners, shows invited users to %s only if they manage the bot',
    async (role) => {
      const bot = subject.bot();
      const headers = await headersOf(subject, role, bot);
      const invited = await given(subject.services).invitedTo(bot.id);
      const query = 'query ($id: ID!) { bot(botId: $id) { owners { userId isAccepted } } }';
      const { data } = await subject.service.graphql(query, { id: bot.id }, headers);
      const unaccepted = data?.bot.owners.filter((owner: { isAccepted: boolean }) => !owner.isAccepted);
      expect(unaccepted).toEqual(TEAM.includes(role) ? [{ userId: invited, isAccepted: false }] : []);
    },
  );

  test('for managers stays closed on every way to the bot', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn();
    for (const way of [`node(id: "Bot:${bot.id}")`, `widget(botId: "${bot.id}")`]) {
      const answer = await subject.service.graphql(
        `{ result: ${way} { ... on Bot { webhook { url } } } }`,
        {},
        { cookie },
      );
      expect(answer.errors?.map(({ extensions }) => extensions?.code)).toEqual(['FORBIDDEN']);
      expect(JSON.stringify(answer.data)).not.toContain('http');
    }
  });

  test('of one listing gives its manager nothing of a listing beside it', async () => {
    const [mine, foreign] = [subject.bot(), subject.bot()];
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    const { sql } = subject.services.db;
    await sql`update bot_owners set user_id = ${userId} where bot_id = ${mine.id}`;
    const answer = await subject.service.graphql(
      `query ($mine: ID!, $foreign: ID!) {
        mine: bot(botId: $mine) { webhook { url } } foreign: bot(botId: $foreign) { webhook { url } } }`,
      { mine: mine.id, foreign: foreign.id },
      { cookie },
    );
    expect(answer.data).toEqual({
      mine: { webhook: { url: expect.any(String) } },
      foreign: { webhook: null },
    });
  });
});
