import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../src/db/tables.ts';
import { schema } from '../../src/schema/index.ts';
import { putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { startOwnService } from '../kit/own-service.ts';
import { png } from '../kit/platform.ts';
import { present } from '../kit/present.ts';
import { subscribe } from '../kit/subscribe.ts';
import { useService } from '../kit/use-service.ts';
import { each, headersOf, outcomeOf, outcomes, ROLES, type Role, USERS, WITH_ADMIN } from './roles.ts';

interface Row {
  readonly field: string;
  /** Asks as `result`, about the bot `$id` with the global id `$node`. Both become variables. */
  readonly document: string;
  readonly outcomes: Readonly<Record<Role, string>>;
}

const MODERATORS: readonly Role[] = ['moderator', 'invitedModerator', 'admin', 'configuredAdmin'];
const ADMINS: readonly Role[] = ['admin', 'configuredAdmin', 'owningAdmin'];
const MANAGERS: readonly Role[] = ['owner', 'coOwner', 'owningAdmin'];
const OWNERS: readonly Role[] = ['owner', 'owningAdmin'];

const everybody = (outcome: string): Row['outcomes'] => outcomes(outcome);
/** The bot itself, with its token. */
const ownToken = (outcome: string): Row['outcomes'] =>
  outcomes('UnauthenticatedError', { ownToken: outcome, otherToken: 'NotFoundError' });
const user = (outcome: string, others: string): Row['outcomes'] => outcomes(others, each(USERS, outcome));
/** Users in these roles; the others are known and may not. */
const only = (roles: readonly Role[], outcome: string): Row['outcomes'] => ({
  ...user('ForbiddenError', 'UnauthenticatedError'),
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

const query = (field: string, selection: string, outcomes: Row['outcomes']): Row => ({
  field: `Query.${field}`,
  document: `{ result: ${selection} { __typename } }`,
  outcomes,
});
const mutation = (field: string, args: string, outcomes: Row['outcomes']): Row => ({
  field: `Mutation.${field}`,
  document: `mutation { result: ${field}(botId: $id${args}) { __typename } }`,
  outcomes,
});

const PIXEL = png(1, 1).toString('base64');

const rows: readonly Row[] = [
  query('applicationPreview', 'applicationPreview(botId: $id)', user('null', 'UnauthenticatedError')),
  query('bot', 'bot(botId: $id)', everybody('Bot')),
  query(
    'attemptSignatures',
    `attemptSignatures(botId: $id, deliveryId: "${randomUUID()}", round: 1, number: 1)`,
    manager('NotFoundError'),
  ),
  query('exportData', 'exportData', user('DataExport', 'UnauthenticatedError')),
  query('bots', 'bots', everybody('BotConnection')),
  query('featuredBots', 'featuredBots', everybody('[]')),
  query('health', 'health', everybody('Health')),
  query(
    'moderationQueue',
    'moderationQueue',
    onlyReads([...MODERATORS, 'owningAdmin'], 'ModerationQueueConnection'),
  ),
  query(
    'moderationSearch',
    'moderationSearch(search: "a")',
    onlyReads([...MODERATORS, 'owningAdmin'], 'ModerationSearchConnection'),
  ),
  { field: 'Query.languages', document: '{ result: languages }', outcomes: everybody('[String]') },
  {
    field: 'Query.directoryTotals',
    document: '{ result: directoryTotals { __typename } }',
    outcomes: everybody('DirectoryTotals'),
  },
  {
    field: 'Query.languageCounts',
    document: '{ result: languageCounts { __typename } }',
    outcomes: everybody('[LanguageCount]'),
  },
  query('searchSuggestions', 'searchSuggestions(text: "a")', everybody('SearchSuggestions')),
  query(
    'replayPreview',
    `replayPreview(botId: $id, filter: ${RANGE}, perSecond: 5)`,
    only([...MANAGERS, 'reader'], 'ReplayPreview'),
  ),
  query('reviewTime', 'reviewTime', everybody('ReviewTime')),
  {
    field: 'Query.markdownPreview',
    document: '{ result: markdownPreview(text: "Hello") }',
    outcomes: user('<p>Hello</p>\n', 'UNAUTHENTICATED'),
  },
  query('node', 'node(id: $node)', everybody('Bot')),
  query('tags', 'tags', everybody('[Tag]')),
  query('appeals', 'appeals', onlyReads([...MODERATORS, 'owningAdmin'], '[]')),
  query(
    'moderatedUser',
    `moderatedUser(userId: "${newUserId()}")`,
    onlyReads([...MODERATORS, 'owningAdmin'], 'null'),
  ),
  // Without a key that the sign-in made, nobody sees a block.
  query('signInBlock', 'signInBlock(key: "none")', everybody('UNAUTHENTICATED')),
  query('team', 'team', onlyReads(ADMINS, '[TeamMember]')),
  // Nobody who manages no approved listing is known.
  query('user', `user(userId: "${newUserId()}")`, everybody('null')),
  query('viewer', 'viewer', user('Viewer', 'null')),
  query('voteCheck', `voteCheck(botId: $id, userId: "${newUserId()}")`, ownToken('VoteCheck')),
  query('voteLog', 'voteLog(botId: $id)', ownToken('VoteLog')),
  query('widget', 'widget(botId: $id)', everybody('Bot')),
  mutation('acceptCoOwnership', '', {
    ...user('NotFoundError', 'UnauthenticatedError'),
    ...each(['invited', 'invitedModerator'], 'Bot'),
  }),
  mutation('acceptTransfer', '', user('NotFoundError', 'UnauthenticatedError')),
  mutation('endTransfer', '', user('NotFoundError', 'UnauthenticatedError')),
  mutation('offerTransfer', `, userId: "${newUserId()}"`, owner('InvalidInputError')),
  mutation('setCoOwnerRole', `, userId: "${newUserId()}", role: REPORTS`, owner('InvalidInputError')),
  {
    field: 'Mutation.answerInvitations',
    document: 'mutation { result: answerInvitations(botIds: [$id], accepts: false) { __typename } }',
    outcomes: {
      ...user('NotFoundError', 'UnauthenticatedError'),
      ...each(['invited', 'invitedModerator'], 'Viewer'),
    },
  },
  mutation('addCoOwner', `, userId: "${newUserId()}"`, owner('InvalidInputError')),
  mutation('addFavourite', '', user('FavouritePayload', 'UnauthenticatedError')),
  mutation('removeFavourite', '', user('FavouritePayload', 'UnauthenticatedError')),
  mutation('setReminder', ', isWanted: true', user('ReminderPayload', 'UnauthenticatedError')),
  {
    field: 'Mutation.setFavouriteReminders',
    document: 'mutation { result: setFavouriteReminders(isWanted: true) { __typename } }',
    outcomes: user('Viewer', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.appealBlock',
    document: `mutation { result: appealBlock(blockId: "${randomUUID()}", text: "I have done nothing of it.") { __typename } }`,
    outcomes: user('NotFoundError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.blockUser',
    document: `mutation { result: blockUser(userId: "${newUserId()}", kind: VOTE, reason: "Fake votes.") { __typename } }`,
    outcomes: only([...MODERATORS, 'owningAdmin'], 'NotFoundError'),
  },
  {
    field: 'Mutation.reviewBlock',
    document: `mutation { result: reviewBlock(blockId: "${randomUUID()}", lifts: true) { __typename } }`,
    outcomes: only([...MODERATORS, 'owningAdmin'], 'NotFoundError'),
  },
  mutation('addModerationNote', ', text: "Hello"', moderator('Bot')),
  {
    field: 'Mutation.checkLinks',
    // Without links nothing is sent.
    document: `mutation { result: checkLinks(botId: "${newUserId()}") { __typename } }`,
    outcomes: only([...MODERATORS, 'owningAdmin'], 'NotFoundError'),
  },
  mutation('claimListing', '', moderator('Bot')),
  mutation('featureListing', ', until: "2020-01-01T00:00:00.000Z", place: 1', {
    ...moderator('InvalidInputError'),
    owningAdmin: 'InvalidInputError',
  }),
  // Without a claim, nothing happens.
  mutation('releaseListing', '', { ...moderator('Bot'), owningAdmin: 'Bot' }),
  mutation('takeDownPicture', ', url: "/", reason: "It shows a person."', moderator('NotFoundError')),
  {
    field: 'Mutation.moderateListings',
    document:
      'mutation { result: moderateListings(botIds: [$id], decision: REJECT, reason: "It is rejected.") { __typename } }',
    outcomes: only([...MODERATORS, 'owningAdmin'], 'ModerateListingsPayload'),
  },
  query('moderationTemplates', 'moderationTemplates', onlyReads([...MODERATORS, 'owningAdmin'], '[]')),
  {
    field: 'Mutation.saveModerationTemplate',
    document: 'mutation { result: saveModerationTemplate(name: "Offline", text: "") { __typename } }',
    outcomes: only([...MODERATORS, 'owningAdmin'], 'InvalidInputError'),
  },
  {
    field: 'Mutation.deleteModerationTemplate',
    document: `mutation { result: deleteModerationTemplate(id: "${randomUUID()}") { __typename } }`,
    outcomes: only([...MODERATORS, 'owningAdmin'], 'NotFoundError'),
  },
  query('moderationLog', 'moderationLog', onlyReads(ADMINS, 'ModerationLogConnection')),
  mutation('restoreVotes', `, voidingId: "${randomUUID()}"`, moderator('NotFoundError')),
  mutation(
    'voidVotes',
    `, userIds: ["${newUserId()}"], from: "2020-01-01T00:00:00.000Z", until: "2020-01-02T00:00:00.000Z", reason: "Fake votes."`,
    moderator('ConflictError'),
  ),
  mutation('unfeatureListing', '', moderator('ConflictError')),
  mutation('castVote', '', user('CastVotePayload', 'UnauthenticatedError')),
  mutation('closeReports', `, reportIds: ["${randomUUID()}"], outcome: ACTED`, moderator('NotFoundError')),
  mutation('decideEdit', ', editId: "1", accepts: true', moderator('ConflictError')),
  mutation('withdrawEdit', ', editId: "1"', manager('ConflictError')),
  mutation('editListing', ', revision: 1, listing: {}', manager('Bot')),
  mutation('generateToken', '', manager('GenerateTokenPayload')),
  mutation('moderateListing', ', decision: RESTORE, revision: 1', moderator('ConflictError')),
  {
    field: 'Query.noticeChannelKinds',
    document: '{ result: noticeChannelKinds }',
    outcomes: everybody('[String]'),
  },
  {
    field: 'Mutation.addPushChannel',
    document:
      'mutation { result: addPushChannel(endpoint: "https://push.example/", p256dh: "", auth: "", label: "A") { __typename } }',
    outcomes: user('InvalidInputError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.addWebhookChannel',
    document:
      'mutation { result: addWebhookChannel(kind: SLACK, url: "https://example.com/") { __typename } }',
    outcomes: user('InvalidInputError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.addEmailChannel',
    document: 'mutation { result: addEmailChannel(email: "nobody") { __typename } }',
    outcomes: user('InvalidInputError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.confirmEmailChannel',
    document: `mutation { result: confirmEmailChannel(id: "${randomUUID()}", code: "000000") { __typename } }`,
    outcomes: user('InvalidInputError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.removeNoticeChannel',
    document: `mutation { result: removeNoticeChannel(id: "${randomUUID()}") { __typename } }`,
    outcomes: user('NotFoundError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.testNoticeChannel',
    document: `mutation { result: testNoticeChannel(id: "${randomUUID()}") { __typename } }`,
    outcomes: user('NotFoundError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.readNotices',
    document: 'mutation { result: readNotices(id: "1") { __typename } }',
    outcomes: user('Viewer', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.setNoticeDelivery',
    document: 'mutation { result: setNoticeDelivery(kind: BOT_SILENT, delivery: SITE) { __typename } }',
    outcomes: user('Viewer', 'UnauthenticatedError'),
  },
  mutation('removeCoOwner', `, userId: "${newUserId()}"`, owner('InvalidInputError')),
  mutation('removeListing', '', owner('RemoveListingPayload')),
  // Nobody has removed the listing.
  {
    field: 'Mutation.grantRole',
    document: `mutation { result: grantRole(userId: "${newUserId()}", role: ADMIN) { __typename } }`,
    outcomes: only(ADMINS, 'NotFoundError'),
  },
  mutation('confirmSite', '', manager('ConfirmSitePayload')),
  mutation('publishNews', ', title: "New", text: "Songs"', manager('Bot')),
  mutation('setBotTranslation', ', language: "de", texts: { name: "Lied" }', manager('Bot')),
  mutation(
    'removeBotTranslation',
    ', language: "fr"',
    only([...MODERATORS, ...MANAGERS], 'InvalidInputError'),
  ),
  mutation(
    'removeNews',
    `, newsId: "${randomUUID()}"`,
    only([...MODERATORS, ...MANAGERS], 'InvalidInputError'),
  ),
  mutation('removeAvatar', '', manager('Bot')),
  mutation('removeBanner', '', manager('Bot')),
  mutation('addScreenshot', `, image: "${PIXEL}"`, manager('InvalidInputError')),
  mutation('describeScreenshot', ', screenshotId: "0", description: ""', manager('InvalidInputError')),
  mutation('moveScreenshot', ', screenshotId: "0", position: 1', manager('InvalidInputError')),
  mutation('removeScreenshot', ', screenshotId: "0"', manager('InvalidInputError')),
  mutation('removeWebhook', '', manager('RemoveWebhookPayload')),
  mutation('checkReceiver', '', manager('CheckReceiverPayload')),
  mutation('pauseWebhook', '', manager('Webhook')),
  mutation('resumeWebhook', '', manager('Webhook')),
  mutation('setHoldAfter', '', manager('Webhook')),
  mutation('replaceCommands', ', list: { commands: [] }', ownToken('ReplaceCommandsPayload')),
  mutation('reportListing', ', category: SPAM, text: "It sends advertisements."', {
    ...user('Report', 'UnauthenticatedError'),
    ...each([...MANAGERS, 'reader'], 'ForbiddenError'),
  }),
  mutation('reportStats', ', report: { server_count: 1 }', ownToken('ReportStatsPayload')),
  mutation('cancelDelivery', `, deliveryId: "${randomUUID()}"`, manager('NotFoundError')),
  mutation('startReplay', `, filter: ${RANGE}, perSecond: 5`, manager('InvalidInputError')),
  mutation('stopReplay', `, replayId: "${randomUUID()}"`, manager('NotFoundError')),
  mutation('retryDelivery', `, deliveryId: "${randomUUID()}"`, manager('NotFoundError')),
  mutation('resendDelivery', `, deliveryId: "${randomUUID()}"`, manager('NotFoundError')),
  mutation('resendFailedDeliveries', ', since: "2026-01-01T00:00:00.000Z"', manager('ResendFailedPayload')),
  mutation('resubmitListing', '', manager('ConflictError')),
  mutation('rotateWebhookSecret', '', manager('SetWebhookPayload')),
  mutation('changeWebhook', ', url: "http://127.0.0.1:4000/votes"', manager('Webhook')),
  mutation('finishSecretRotation', '', manager('InvalidInputError')),
  mutation('cancelSecretRotation', '', manager('InvalidInputError')),
  mutation('sendTestWebhook', '', manager('Delivery')),
  mutation('setAvatar', `, image: "${PIXEL}"`, manager('Bot')),
  mutation('setBanner', `, image: "${PIXEL}"`, manager('InvalidInputError')),
  mutation('setWebhook', ', url: "http://127.0.0.1:4000/votes"', manager('SetWebhookPayload')),
  mutation('submitListing', ', listing: {}', user('InvalidListingError', 'UnauthenticatedError')),
  {
    field: 'Mutation.deleteAccount',
    document: 'mutation { result: deleteAccount(confirmation: "another name") { __typename } }',
    outcomes: user('InvalidInputError', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.endSession',
    document: 'mutation { result: endSession(id: "none") { __typename } }',
    outcomes: user('EndSessionsPayload', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.endOtherSessions',
    document: 'mutation { result: endOtherSessions { __typename } }',
    outcomes: user('EndSessionsPayload', 'UnauthenticatedError'),
  },
  {
    field: 'Mutation.signOutEverywhere',
    document: 'mutation { result: signOutEverywhere { __typename } }',
    outcomes: user('SignOutEverywherePayload', 'UnauthenticatedError'),
  },
  {
    field: 'Subscription.deliveryAttempts',
    document: 'subscription { result: deliveryAttempts(botId: $id) { __typename } }',
    outcomes: onlyReads([...MANAGERS, 'reader'], 'Bot'),
  },
  {
    field: 'Subscription.newVotes',
    document: 'subscription { result: newVotes(botId: $id) { __typename } }',
    outcomes: {
      ...user('ForbiddenError', 'UnauthenticatedError'),
      ...each([...MANAGERS, 'reader', 'ownToken'], 'NewVotes'),
      otherToken: 'NotFoundError',
    },
  },
  {
    field: 'Subscription.queueCount',
    document: 'subscription { result: queueCount }',
    outcomes: onlyReads([...MODERATORS, 'owningAdmin'], 'Int'),
  },
  {
    field: 'Subscription.unreadNotices',
    document: 'subscription { result: unreadNotices }',
    outcomes: user('Int', 'UNAUTHENTICATED'),
  },
];

test('every root field has a row in this table', () => {
  const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
    (type) => Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  );
  expect(rows.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
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
  // A database of its own: appeals of other tests would be listed. Some bots more, for what is tried a second time.
  const subject = useService(rows.length * (ROLES.length + 1) + 50, WITH_ADMIN, startOwnService);
  const cases = rows.flatMap(({ field, document, outcomes }) =>
    ROLES.map((role) => ({ field, role, outcome: outcomes[role], document })),
  );

  test.each(cases)('$field, $role: $outcome', async ({ role, outcome, document }) => {
    const bot = subject.bot();
    const headers = await headersOf(subject, role, bot);
    const ask = document.startsWith('subscription') ? firstOfStream : subject.service.graphql;
    expect(outcomeOf(await ask(...about(bot, document), headers))).toBe(outcome);
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
    query('bot', 'bot(botId: $id)', {
      ...everybody('null'),
      ...each([...MANAGERS, 'reader', ...MODERATORS, 'ownToken'], 'Bot'),
    }),
    query('node', 'node(id: $node)', everybody('null')),
    query('widget', 'widget(botId: $id)', everybody('NotFoundError')),
    mutation('addFavourite', '', user('NotFoundError', 'UnauthenticatedError')),
    mutation('castVote', '', user('NotFoundError', 'UnauthenticatedError')),
    mutation('moderateListing', ', decision: APPROVE, revision: 1', moderator('Bot')),
    mutation(
      'reportListing',
      ', category: SPAM, text: "It sends advertisements."',
      user('NotFoundError', 'UnauthenticatedError'),
    ),
  ],
  rejected: [
    mutation('resubmitListing', '', {
      ...manager('Bot'),
      // They may not know of it.
      ...each(['stranger', 'invited'], 'NotFoundError'),
    }),
  ],
  removed: [
    // Nobody manages it any more, and its token is none: that of another bot is still one.
    query('bot', 'bot(botId: $id)', {
      ...everybody('null'),
      ...each([...MODERATORS, 'owningAdmin'], 'Bot'),
      ownToken: 'UNAUTHENTICATED',
    }),
    query('node', 'node(id: $node)', everybody('null')),
    query('widget', 'widget(botId: $id)', everybody('NotFoundError')),
    query('voteLog', 'voteLog(botId: $id)', ownToken('UnauthenticatedError')),
    mutation('acceptCoOwnership', '', user('NotFoundError', 'UnauthenticatedError')),
    mutation('addFavourite', '', user('NotFoundError', 'UnauthenticatedError')),
    mutation('castVote', '', user('NotFoundError', 'UnauthenticatedError')),
    mutation('decideEdit', ', editId: "1", accepts: true', {
      ...moderator('ConflictError'),
      owningAdmin: 'ConflictError',
    }),
    mutation('withdrawEdit', ', editId: "1"', user('NotFoundError', 'UnauthenticatedError')),
    mutation('editListing', ', revision: 1, listing: {}', user('NotFoundError', 'UnauthenticatedError')),
    mutation('generateToken', '', user('NotFoundError', 'UnauthenticatedError')),
    mutation('moderateListing', ', decision: RESTORE, revision: 1', {
      ...moderator('ConflictError'),
      owningAdmin: 'ConflictError',
    }),
    mutation('removeListing', '', user('NotFoundError', 'UnauthenticatedError')),
  ],
} satisfies Partial<Record<ListingState, readonly Row[]>>;

describe.each(Object.entries(inState) as [ListingState, Row[]][])(
  'A listing that is %s',
  (state, rowsOfState) => {
    const subject = useService(rowsOfState.length * (ROLES.length + 1), WITH_ADMIN);
    const cases = rowsOfState.flatMap(({ field, document, outcomes }) =>
      ROLES.map((role) => ({ field, role, outcome: outcomes[role], document })),
    );

    test.each(cases)('is answered by $field to $role with $outcome', async ({ role, outcome, document }) => {
      const bot = subject.bot();
      const headers = await headersOf(subject, role, bot);
      await putInState(subject.service.services, bot.id, state);
      const answer = await subject.service.graphql(...about(bot, document), headers);
      expect(outcomeOf(answer)).toBe(outcome);
    });
  },
);

/** Declares the variables of a document. The service then compiles it once for all roles. */
function about(
  { id }: { id: string },
  document: string,
): [document: string, variables: Record<string, string>] {
  const all = Object.entries({ id, node: `Bot:${id}` });
  const used = all.filter(([name]) => document.includes(`$${name}`));
  if (used.length === 0) return [document, {}];
  const start = document.indexOf('{');
  const kind = document.slice(0, start).trim() || 'query';
  const declared = used.map(([name]) => `$${name}: ID!`).join(', ');
  return [`${kind} (${declared}) ${document.slice(start)}`, Object.fromEntries(used)];
}
