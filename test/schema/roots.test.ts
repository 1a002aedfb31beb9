import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { TAGS } from '../../src/domain/tags.ts';
import { schema } from '../../src/schema/index.ts';
import { newUserId, useService } from '../contract/subject.ts';
import { png } from '../support/platform.ts';
import { headersOf, outcomeOf, ROLES, type Role } from './roles.ts';

interface Row {
  readonly field: string;
  /** Asks as `result`, about the bot `$id` with the global id `$node`; both are replaced by the values. */
  readonly document: string;
  readonly outcomes: Readonly<Record<Role, string>>;
}

const everybody = (outcome: string): Row['outcomes'] => ({
  anonymous: outcome,
  stranger: outcome,
  owner: outcome,
  moderator: outcome,
  ownToken: outcome,
  otherToken: outcome,
});
const ownToken = (outcome: string): Row['outcomes'] => ({
  ...everybody('UnauthenticatedError'),
  ownToken: outcome,
  otherToken: 'NotFoundError',
});
const owner = (outcome: string): Row['outcomes'] => ({
  ...everybody('UnauthenticatedError'),
  stranger: 'ForbiddenError',
  moderator: 'ForbiddenError',
  owner: outcome,
});
const moderator = (outcome: string): Row['outcomes'] => ({
  ...everybody('UnauthenticatedError'),
  stranger: 'ForbiddenError',
  owner: 'ForbiddenError',
  moderator: outcome,
});
const user = (outcome: string, others: string): Row['outcomes'] => ({
  ...everybody(others),
  stranger: outcome,
  owner: outcome,
  moderator: outcome,
});

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
  query('bots', 'bots', everybody('BotConnection')),
  query('health', 'health', everybody('Health')),
  query('moderationQueue', 'moderationQueue', {
    ...everybody('UNAUTHENTICATED'),
    stranger: 'FORBIDDEN',
    owner: 'FORBIDDEN',
    moderator: 'ModerationQueueConnection',
  }),
  query('node', 'node(id: $node)', everybody('Bot')),
  query('tags', 'tags', everybody(`[${TAGS.map(() => 'Tag').join()}]`)),
  query('team', 'team', {
    ...everybody('UNAUTHENTICATED'),
    stranger: 'FORBIDDEN',
    owner: 'FORBIDDEN',
    moderator: 'FORBIDDEN',
  }),
  // Nobody who manages no approved listing is known.
  query('user', `user(userId: "${newUserId()}")`, everybody('null')),
  query('viewer', 'viewer', user('Viewer', 'null')),
  query('voteCheck', `voteCheck(botId: $id, userId: "${newUserId()}")`, ownToken('VoteCheck')),
  query('voteLog', 'voteLog(botId: $id)', ownToken('VoteLog')),
  query('widget', 'widget(botId: $id)', everybody('Bot')),
  mutation('addCoOwner', `, userId: "${newUserId()}"`, owner('InvalidInputError')),
  mutation('castVote', '', user('CastVotePayload', 'UnauthenticatedError')),
  mutation('closeReports', `, reportIds: ["${randomUUID()}"], outcome: ACTED`, moderator('NotFoundError')),
  mutation('editListing', ', revision: 1, listing: {}', owner('Bot')),
  mutation('generateToken', '', owner('GenerateTokenPayload')),
  mutation('moderateListing', ', decision: RESTORE, revision: 1', moderator('ConflictError')),
  mutation('removeCoOwner', `, userId: "${newUserId()}"`, owner('InvalidInputError')),
  mutation('removeListing', '', owner('RemoveListingPayload')),
  {
    field: 'Mutation.grantRole',
    document: `mutation { result: grantRole(userId: "${newUserId()}", role: ADMIN) { __typename } }`,
    outcomes: {
      ...everybody('UnauthenticatedError'),
      stranger: 'ForbiddenError',
      owner: 'ForbiddenError',
      moderator: 'ForbiddenError',
    },
  },
  mutation('removeAvatar', '', owner('Bot')),
  mutation('removeWebhook', '', owner('RemoveWebhookPayload')),
  mutation('replaceCommands', ', list: { commands: [] }', ownToken('ReplaceCommandsPayload')),
  mutation('reportListing', ', category: SPAM, text: "It sends advertisements."', {
    ...user('Report', 'UnauthenticatedError'),
    owner: 'ForbiddenError',
  }),
  mutation('reportStats', ', report: { server_count: 1 }', ownToken('ReportStatsPayload')),
  mutation('resendDelivery', `, deliveryId: "${randomUUID()}"`, owner('NotFoundError')),
  mutation('resendFailedDeliveries', ', since: "2026-01-01T00:00:00.000Z"', owner('ResendFailedPayload')),
  mutation('resubmitListing', '', owner('ConflictError')),
  mutation('rotateWebhookSecret', '', owner('SetWebhookPayload')),
  mutation('sendTestWebhook', '', owner('Delivery')),
  mutation('setAvatar', `, image: "${PIXEL}"`, owner('Bot')),
  mutation('setWebhook', ', url: "http://127.0.0.1:4000/votes"', owner('SetWebhookPayload')),
  mutation('submitListing', ', listing: {}', user('InvalidListingError', 'UnauthenticatedError')),
  {
    field: 'Mutation.signOutEverywhere',
    document: 'mutation { result: signOutEverywhere { __typename } }',
    outcomes: user('SignOutEverywherePayload', 'UnauthenticatedError'),
  },
];

test('every root field has a row in this table', () => {
  const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
    (type) => Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  );
  expect(rows.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
});

describe('A root field gives each role what it may have', () => {
  const subject = useService(rows.length * (ROLES.length + 1));
  const cases = rows.flatMap(({ field, document, outcomes }) =>
    ROLES.map((role) => ({ field, role, outcome: outcomes[role], document })),
  );

  test.each(cases)('$field, $role: $outcome', async ({ role, outcome, document }) => {
    const bot = subject.bot();
    const headers = await headersOf(subject, role, bot);
    const answer = await subject.service.graphql(about(bot, document), {}, headers);
    expect(outcomeOf(answer)).toBe(outcome);
  });
});

describe('A listing that is not approved', () => {
  const subject = useService(48);
  const hidden = { ...everybody('null'), owner: 'Bot', moderator: 'Bot', ownToken: 'Bot' };
  const cases = [
    query('bot', 'bot(botId: $id)', hidden),
    query('node', 'node(id: $node)', everybody('null')),
    query('widget', 'widget(botId: $id)', everybody('NotFoundError')),
    mutation('castVote', '', user('NotFoundError', 'UnauthenticatedError')),
  ].flatMap(({ field, document, outcomes }) =>
    ROLES.map((role) => ({ field, role, outcome: outcomes[role], document })),
  );

  test.each(cases)('is answered by $field to $role with $outcome', async ({ role, outcome, document }) => {
    const bot = subject.bot();
    await subject.service.services.db.sql`update bots set state = 'pending' where id = ${bot.id}`;
    const headers = await headersOf(subject, role, bot);
    const answer = await subject.service.graphql(about(bot, document), {}, headers);
    expect(outcomeOf(answer)).toBe(outcome);
  });
});

function about({ id }: { id: string }, document: string): string {
  return document.replaceAll('$id', `"${id}"`).replaceAll('$node', `"Bot:${id}"`);
}
