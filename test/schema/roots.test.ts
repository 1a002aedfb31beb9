import { randomUUID } from 'node:crypto';
import { getNamedType, isLeafType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../src/db/tables.ts';
import { schema } from '../../src/schema/index.ts';
import { given, putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { png } from '../kit/platform.ts';
import { present } from '../kit/present.ts';
import { startOwnService } from '../kit/service.ts';
import { subscribe } from '../kit/subscribe.ts';
import { type Bot, type Subject, useService } from '../kit/use-service.ts';
import {
  BOTS_OF_ROLES,
  each,
  MANAGERS,
  MODERATORS,
  outcomeOf,
  outcomes,
  ROLES,
  type Role,
  TEAM,
  USERS,
  type Visit,
  visitOncePerRole,
  WITH_ADMIN,
} from './roles.ts';

interface Row {
  readonly field: string;
  /** About the bot `$id` with the global id `$node`. Both become variables. */
  readonly call: string;
  readonly outcomes: Readonly<Record<Role, string>>;
  /** How many calls of one manager are accepted within a minute, where this file tests that. */
  readonly perMinute: number | undefined;
}

const ADMINS: readonly Role[] = ['admin', 'configuredAdmin', 'owningAdmin'];
const OWNERS: readonly Role[] = ['owner', 'owningAdmin'];
/** Those who may moderate, also where the listing does not matter. */
const STAFF: readonly Role[] = [...MODERATORS, 'owningAdmin'];

const everybody = (outcome: string): Row['outcomes'] => outcomes(outcome);
/** The bot itself, with its token. */
const ownToken = (outcome: string): Row['outcomes'] =>
  outcomes('UnauthenticatedError', { ownToken: outcome, otherToken: 'NotFoundError' });
const user = (outcome: string, others = 'UnauthenticatedError'): Row['outcomes'] =>
  outcomes(others, each(USERS, outcome));
/** Users in these roles; the others are known and may not. */
const only = (roles: readonly Role[], outcome: string): Row['outcomes'] => ({
  ...user('ForbiddenError'),
  ...each(roles, outcome),
});
/** The same for a query, whose refusals are errors. */
const onlyReads = (roles: readonly Role[], outcome: string): Row['outcomes'] => ({
  ...user('FORBIDDEN', 'UNAUTHENTICATED'),
  ...each(roles, outcome),
});
const manager = (outcome: string): Row['outcomes'] => only(MANAGERS, outcome);
/** A filter of deliveries, as an argument. */
const RANGE = '{ from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" }';
/** The owner and no co-owner. */
const owner = (outcome: string): Row['outcomes'] => only(OWNERS, outcome);
/** Moderators, for a listing of somebody else's. */
const moderator = (outcome: string): Row['outcomes'] => only(MODERATORS, outcome);

const rowOf =
  (type: 'Query' | 'Mutation' | 'Subscription') =>
  (call: string, outcomes: Row['outcomes'], perMinute?: number): Row => ({
    field: `${type}.${/^\w+/.exec(call)?.[0]}`,
    call,
    outcomes,
    perMinute,
  });
const query = rowOf('Query');
const mutation = rowOf('Mutation');
const subscription = rowOf('Subscription');

const PIXEL = png(1, 1).toString('base64');

const rows: readonly Row[] = [
  query('applicationPreview(botId: $id)', user('null')),
  query('bot(botId: $id)', everybody('Bot')),
  query(
    `attemptSignatures(botId: $id, deliveryId: "${randomUUID()}", round: 1, number: 1)`,
    manager('NotFoundError'),
  ),
  query('exportData', user('DataExport')),
  query('bots', everybody('BotConnection')),
  query('featuredBots', everybody('[]')),
  query('health', everybody('Health')),
  query('moderationQueue', onlyReads(STAFF, 'ModerationQueueConnection')),
  query('moderationSearch(search: "a")', onlyReads(STAFF, 'ModerationSearchConnection')),
  query('languages', everybody('[String]')),
  query('directoryTotals', everybody('DirectoryTotals')),
  query('languageCounts', everybody('[LanguageCount]')),
  query('searchSuggestions(text: "a")', everybody('SearchSuggestions')),
  query(`replayPreview(botId: $id, filter: ${RANGE}, perSecond: 5)`, only(TEAM, 'ReplayPreview')),
  query('reviewTime', everybody('ReviewTime')),
  query('markdownPreview(text: "Hello")', user('<p>Hello</p>\n', 'UNAUTHENTICATED')),
  query('node(id: $node)', everybody('Bot')),
  query('tags', everybody('[Tag]')),
  query('appeals', onlyReads(STAFF, '[]')),
  query(`moderatedUser(userId: "${newUserId()}")`, onlyReads(STAFF, 'null')),
  // Without a key that the sign-in made, nobody sees a block.
  query('signInBlock(key: "none")', everybody('UNAUTHENTICATED')),
  query('team', onlyReads(ADMINS, '[TeamMember]')),
  // Nobody who manages no approved listing is known.
  query(`user(userId: "${newUserId()}")`, everybody('null')),
  query('viewer', user('Viewer', 'null')),
  query(`voteCheck(botId: $id, userId: "${newUserId()}")`, ownToken('VoteCheck')),
  query('voteLog(botId: $id)', ownToken('VoteLog')),
  query('widget(botId: $id)', everybody('Bot')),
  mutation(
    'acceptCoOwnership(botId: $id)',
    {
      ...user('NotFoundError'),
      ...each(['invited', 'invitedModerator'], 'Bot'),
    },
    30,
  ),
  mutation('acceptTransfer(botId: $id)', user('NotFoundError')),
  mutation('endTransfer(botId: $id)', user('NotFoundError')),
  mutation(`offerTransfer(botId: $id, userId: "${newUserId()}")`, owner('InvalidInputError')),
  mutation(`setCoOwnerRole(botId: $id, userId: "${newUserId()}", role: REPORTS)`, owner('InvalidInputError')),
  mutation('answerInvitations(botIds: [$id], accepts: false)', {
    ...user('NotFoundError'),
    ...each(['invited', 'invitedModerator'], 'Viewer'),
  }),
  mutation(`addCoOwner(botId: $id, userId: "${newUserId()}")`, owner('InvalidInputError'), 30),
  mutation('addFavourite(botId: $id)', user('FavouritePayload')),
  mutation('removeFavourite(botId: $id)', user('FavouritePayload')),
  mutation('setReminder(botId: $id, isWanted: true)', user('ReminderPayload')),
  mutation('setFavouriteReminders(isWanted: true)', user('Viewer')),
  mutation(
    `appealBlock(blockId: "${randomUUID()}", text: "I have done nothing of it.")`,
    user('NotFoundError'),
  ),
  mutation(
    `blockUser(userId: "${newUserId()}", kind: VOTE, reason: "Fake votes.")`,
    only(STAFF, 'NotFoundError'),
  ),
  mutation(`reviewBlock(blockId: "${randomUUID()}", lifts: true)`, only(STAFF, 'NotFoundError')),
  mutation('addModerationNote(botId: $id, text: "Hello")', moderator('Bot')),
  // Without links nothing is sent.
  mutation(`checkLinks(botId: "${newUserId()}")`, only(STAFF, 'NotFoundError')),
  mutation('claimListing(botId: $id)', moderator('Bot')),
  mutation(
    'featureListing(botId: $id, until: "2020-01-01T00:00:00.000Z", place: 1)',
    only(STAFF, 'InvalidInputError'),
  ),
  // Without a claim, nothing happens.
  mutation('releaseListing(botId: $id)', only(STAFF, 'Bot')),
  mutation('takeDownPicture(botId: $id, url: "/", reason: "It shows a person.")', moderator('NotFoundError')),
  mutation(
    'moderateListings(botIds: [$id], decision: REJECT, reason: "It is rejected.")',
    only(STAFF, 'ModerateListingsPayload'),
  ),
  query('moderationTemplates', onlyReads(STAFF, '[]')),
  mutation('saveModerationTemplate(name: "Offline", text: "")', only(STAFF, 'InvalidInputError')),
  mutation(`deleteModerationTemplate(id: "${randomUUID()}")`, only(STAFF, 'NotFoundError')),
  query('moderationLog', onlyReads(ADMINS, 'ModerationLogConnection')),
  mutation(`restoreVotes(botId: $id, voidingId: "${randomUUID()}")`, moderator('NotFoundError')),
  mutation(
    `voidVotes(botId: $id, userIds: ["${newUserId()}"], from: "2020-01-01T00:00:00.000Z", until: "2020-01-02T00:00:00.000Z", reason: "Fake votes.")`,
    moderator('ConflictError'),
  ),
  mutation('unfeatureListing(botId: $id)', moderator('ConflictError')),
  mutation('castVote(botId: $id)', user('CastVotePayload')),
  mutation(
    `closeReports(botId: $id, reportIds: ["${randomUUID()}"], outcome: ACTED)`,
    moderator('NotFoundError'),
  ),
  mutation('decideEdit(botId: $id, editId: "1", accepts: true)', moderator('ConflictError')),
  mutation('withdrawEdit(botId: $id, editId: "1")', manager('ConflictError')),
  mutation('editListing(botId: $id, revision: 1, listing: {})', manager('Bot'), 30),
  mutation('generateToken(botId: $id)', manager('GenerateTokenPayload'), 12),
  mutation('moderateListing(botId: $id, decision: RESTORE, revision: 1)', moderator('ConflictError')),
  query('noticeChannelKinds', everybody('[String]')),
  mutation(
    'addPushChannel(endpoint: "https://push.example/", p256dh: "", auth: "", label: "A")',
    user('InvalidInputError'),
  ),
  mutation('addWebhookChannel(kind: SLACK, url: "https://example.com/")', user('InvalidInputError')),
  mutation('addEmailChannel(email: "nobody")', user('InvalidInputError')),
  mutation(`confirmEmailChannel(id: "${randomUUID()}", code: "000000")`, user('InvalidInputError')),
  mutation(`removeNoticeChannel(id: "${randomUUID()}")`, user('NotFoundError')),
  mutation(`testNoticeChannel(id: "${randomUUID()}")`, user('NotFoundError')),
  mutation('readNotices(id: "1")', user('Viewer')),
  mutation('setNoticeDelivery(kind: BOT_SILENT, delivery: SITE)', user('Viewer')),
  mutation(`removeCoOwner(botId: $id, userId: "${newUserId()}")`, owner('InvalidInputError'), 30),
  mutation('removeListing(botId: $id)', owner('RemoveListingPayload')),
  mutation(`grantRole(userId: "${newUserId()}", role: ADMIN)`, only(ADMINS, 'NotFoundError')),
  mutation('confirmSite(botId: $id)', manager('ConfirmSitePayload')),
  mutation('publishNews(botId: $id, title: "New", text: "Songs")', manager('Bot')),
  mutation('setBotTranslation(botId: $id, language: "de", texts: { name: "Lied" })', manager('Bot')),
  mutation(
    'removeBotTranslation(botId: $id, language: "fr")',
    only([...MODERATORS, ...MANAGERS], 'InvalidInputError'),
  ),
  mutation(
    `removeNews(botId: $id, newsId: "${randomUUID()}")`,
    only([...MODERATORS, ...MANAGERS], 'InvalidInputError'),
  ),
  mutation('removeAvatar(botId: $id)', manager('Bot'), 10),
  mutation('removeBanner(botId: $id)', manager('Bot'), 10),
  mutation(`addScreenshot(botId: $id, image: "${PIXEL}")`, manager('InvalidInputError'), 10),
  mutation(
    'describeScreenshot(botId: $id, screenshotId: "0", description: "")',
    manager('InvalidInputError'),
  ),
  mutation('moveScreenshot(botId: $id, screenshotId: "0", position: 1)', manager('InvalidInputError'), 30),
  mutation('removeScreenshot(botId: $id, screenshotId: "0")', manager('InvalidInputError')),
  mutation('removeWebhook(botId: $id)', manager('RemoveWebhookPayload'), 12),
  mutation('checkReceiver(botId: $id)', manager('CheckReceiverPayload'), 10),
  mutation('pauseWebhook(botId: $id)', manager('Webhook'), 30),
  mutation('resumeWebhook(botId: $id)', manager('Webhook'), 30),
  mutation('setHoldAfter(botId: $id)', manager('Webhook'), 30),
  mutation('replaceCommands(botId: $id, list: { commands: [] })', ownToken('ReplaceCommandsPayload')),
  mutation('reportListing(botId: $id, category: SPAM, text: "It sends advertisements.")', {
    ...user('Report'),
    ...each(TEAM, 'ForbiddenError'),
  }),
  mutation('reportStats(botId: $id, report: { server_count: 1 })', ownToken('ReportStatsPayload')),
  mutation(`cancelDelivery(botId: $id, deliveryId: "${randomUUID()}")`, manager('NotFoundError')),
  mutation(`startReplay(botId: $id, filter: ${RANGE}, perSecond: 5)`, manager('InvalidInputError'), 3),
  mutation(`stopReplay(botId: $id, replayId: "${randomUUID()}")`, manager('NotFoundError'), 30),
  mutation(`retryDelivery(botId: $id, deliveryId: "${randomUUID()}")`, manager('NotFoundError')),
  mutation(`resendDelivery(botId: $id, deliveryId: "${randomUUID()}")`, manager('NotFoundError'), 30),
  mutation(
    'resendFailedDeliveries(botId: $id, since: "2026-01-01T00:00:00.000Z")',
    manager('ResendFailedPayload'),
    3,
  ),
  mutation('resubmitListing(botId: $id)', manager('ConflictError'), 30),
  mutation('rotateWebhookSecret(botId: $id)', manager('SetWebhookPayload'), 12),
  mutation('changeWebhook(botId: $id, url: "http://127.0.0.1:4000/votes")', manager('Webhook'), 30),
  mutation('finishSecretRotation(botId: $id)', manager('InvalidInputError'), 12),
  mutation('cancelSecretRotation(botId: $id)', manager('InvalidInputError'), 12),
  mutation('sendTestWebhook(botId: $id)', manager('Delivery'), 6),
  mutation(`setAvatar(botId: $id, image: "${PIXEL}")`, manager('Bot'), 10),
  mutation(`setBanner(botId: $id, image: "${PIXEL}")`, manager('InvalidInputError'), 10),
  mutation('setWebhook(botId: $id, url: "http://127.0.0.1:4000/votes")', manager('SetWebhookPayload'), 30),
  mutation('submitListing(botId: $id, listing: {})', user('InvalidListingError')),
  mutation('deleteAccount(confirmation: "another name")', user('InvalidInputError')),
  mutation('endSession(id: "none")', user('EndSessionsPayload')),
  mutation('endOtherSessions', user('EndSessionsPayload')),
  mutation('signOutEverywhere', user('SignOutEverywherePayload')),
  subscription('deliveryAttempts(botId: $id)', onlyReads(TEAM, 'Bot')),
  subscription('newVotes(botId: $id)', {
    ...user('ForbiddenError'),
    ...each([...MANAGERS, 'reader', 'ownToken'], 'NewVotes'),
    otherToken: 'NotFoundError',
  }),
  subscription('queueCount', onlyReads(STAFF, 'Int')),
  subscription('unreadNotices', user('Int', 'UNAUTHENTICATED')),
];

/** The root fields by the name of their row. */
const FIELDS = Object.fromEntries(
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => [`${type?.name}.${field.name}`, field]),
  ),
);

test('every root field has a row in this table', () => {
  expect(rows.map(({ field }) => field).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
});

test('a co-owner who only reads is refused by every mutation that somebody who manages the listing may use', () => {
  const ofTeam = rows.filter(
    ({ field, outcomes: { owner, stranger } }) => field.startsWith('Mutation.') && owner !== stranger,
  );
  // A report of the own listing is refused to the whole team.
  const names = ofTeam.map(({ field }) => field).filter((field) => field !== 'Mutation.reportListing');
  expect(names).toContain('Mutation.generateToken');
  expect(ofTeam.map(({ outcomes }) => outcomes.reader)).toEqual(ofTeam.map(() => 'ForbiddenError'));
});

describe('A root field gives each role what it may have', () => {
  const cases = casesOf(rows);
  // A database of its own: appeals of other tests would be listed.
  const subject = useService(botsFor(cases), WITH_ADMIN, startOwnService);
  const visit = visitsOf(subject);
  test.each(cases)('$field, $role: $outcome', async ({ role, outcome, field, call }) => {
    const { bot, headers } = await visit({ role, outcome, field });
    const ask = field.startsWith('Subscription') ? firstOfStream : subject.service.graphql;
    expect(outcomeOf(await ask(...about(bot, field, call), headers))).toBe(outcome);
  });

  async function firstOfStream(document: string, variables: object, headers: Record<string, string>) {
    const stream = await subscribe(subject.service.url, document, variables, headers);
    const answer = present(await stream.next());
    stream.leave();
    return answer;
  }
});

/** Who may do what in these states, where it is not as above. */
const inState = {
  pending: [
    query('bot(botId: $id)', {
      ...everybody('null'),
      ...each([...MANAGERS, 'reader', ...MODERATORS, 'ownToken'], 'Bot'),
    }),
    query('node(id: $node)', everybody('null')),
    query('widget(botId: $id)', everybody('NotFoundError')),
    mutation('addFavourite(botId: $id)', user('NotFoundError')),
    mutation('castVote(botId: $id)', user('NotFoundError')),
    mutation('moderateListing(botId: $id, decision: APPROVE, revision: 1)', moderator('Bot')),
    mutation(
      'reportListing(botId: $id, category: SPAM, text: "It sends advertisements.")',
      user('NotFoundError'),
    ),
  ],
  rejected: [
    mutation('resubmitListing(botId: $id)', {
      ...manager('Bot'),
      // They may not know of it.
      ...each(['stranger', 'invited'], 'NotFoundError'),
    }),
  ],
  removed: [
    // Nobody manages it any more, and its token is none: that of another bot is still one.
    query('bot(botId: $id)', {
      ...everybody('null'),
      ...each(STAFF, 'Bot'),
      ownToken: 'UNAUTHENTICATED',
    }),
    query('node(id: $node)', everybody('null')),
    query('widget(botId: $id)', everybody('NotFoundError')),
    query('voteLog(botId: $id)', ownToken('UnauthenticatedError')),
    mutation('acceptCoOwnership(botId: $id)', user('NotFoundError')),
    mutation('addFavourite(botId: $id)', user('NotFoundError')),
    mutation('castVote(botId: $id)', user('NotFoundError')),
    mutation('decideEdit(botId: $id, editId: "1", accepts: true)', only(STAFF, 'ConflictError')),
    mutation('withdrawEdit(botId: $id, editId: "1")', user('NotFoundError')),
    mutation('editListing(botId: $id, revision: 1, listing: {})', user('NotFoundError')),
    mutation('generateToken(botId: $id)', user('NotFoundError')),
    mutation('moderateListing(botId: $id, decision: RESTORE, revision: 1)', only(STAFF, 'ConflictError')),
    mutation('removeListing(botId: $id)', user('NotFoundError')),
  ],
} satisfies Partial<Record<ListingState, readonly Row[]>>;

describe.each(Object.entries(inState) as [ListingState, Row[]][])(
  'A listing that is %s',
  (state, rowsOfState) => {
    const cases = casesOf(rowsOfState);
    const subject = useService(botsFor(cases), WITH_ADMIN);
    const visit = visitsOf(subject, ({ id }) => putInState(subject.services, id, state));

    test.each(cases)(
      'is answered by $field to $role with $outcome',
      async ({ role, outcome, field, call }) => {
        const { bot, headers } = await visit({ role, outcome, field });
        const answer = await subject.service.graphql(...about(bot, field, call), headers);
        expect(outcomeOf(answer)).toBe(outcome);
      },
    );
  },
);

describe('Whoever manages a listing', () => {
  const subject = useService(0);

  test.each(rows.filter(({ perMinute }) => perMinute))(
    'has a budget for $field',
    async ({ call, perMinute = 0 }) => {
      const listing = given(subject.services).listing();
      const bot = await listing.withWebhook('http://127.0.0.1:4000/votes').approved();
      const cookie = await subject.signIn(bot.ownerId);
      const types: string[] = [];
      while (types.length < perMinute + 2) {
        const count = Math.min(10, perMinute + 2 - types.length);
        const fields = Array.from({ length: count }, (_, i) => `a${i}: ${call} { __typename }`).join(' ');
        const document = `mutation ($id: ID!) { ${fields} }`;
        const { data } = await subject.service.graphql(document, { id: bot.id }, { cookie });
        types.push(...Object.values(data ?? {}).map(({ __typename }) => __typename));
      }
      expect(types.slice(0, perMinute)).not.toContain('RateLimitedError');
      expect(types.slice(perMinute)).toEqual(['RateLimitedError', 'RateLimitedError']);
      if (perMinute !== 30) return;
      // One budget for all changes.
      const remove = `mutation { result: removeListing(botId: "${bot.id}") { __typename } }`;
      expect(await subject.graphql(remove, {}, cookie)).toEqual({ __typename: 'RateLimitedError' });
    },
  );
});

/** First those that change nothing: the others sign the same owner in and out, and so end the session of the first. */
function casesOf(of: readonly Row[]) {
  const cases = of.flatMap(({ field, call, outcomes }) =>
    ROLES.map((role) => ({ field, call, role, outcome: outcomes[role] })),
  );
  return cases.toSorted((a, b) => Number(changesNothing(b)) - Number(changesNothing(a)));
}

interface Case {
  readonly field: string;
  readonly role: Role;
  readonly outcome: string;
}

/** Whether nothing is changed. Refusals for another reason than the role use up the budget of whoever may change things. */
function changesNothing({ field, outcome }: Case): boolean {
  return !field.startsWith('Mutation') || /^(Forbidden|Unauthenticated)Error$/.test(outcome);
}

/** One bot for each case that changes something, and some more for what is tried a second time. */
function botsFor(cases: readonly Case[]): number {
  return cases.filter((one) => !changesNothing(one)).length + 2 * BOTS_OF_ROLES;
}

/** A new bot and visitor for what changes something, else those of the role. */
function visitsOf(subject: Subject, prepare: (bot: Bot) => Promise<unknown> = async () => {}) {
  const visit = visitOncePerRole(subject, prepare);
  return async (one: Case): Promise<Visit> =>
    changesNothing(one) ? visit(one.role) : visitOncePerRole(subject, prepare)(one.role);
}

/** The document of a call, with its variables declared. The service then compiles it once for all roles. */
function about(
  { id }: { id: string },
  field: string,
  call: string,
): [document: string, variables: Record<string, string>] {
  const used = Object.entries({ id, node: `Bot:${id}` }).filter(([name]) => call.includes(`$${name}`));
  const declared = used.map(([name]) => `$${name}: ID!`).join(', ');
  const [kind] = field.toLowerCase().split('.');
  const selection = isLeafType(getNamedType(present(FIELDS[field]).type)) ? '' : '{ __typename }';
  const document = `${kind} ${declared && `(${declared})`} { result: ${call} ${selection} }`;
  return [document, Object.fromEntries(used)];
}
