import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
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
  owner: outcome,
});
const user = (outcome: string, others: string): Row['outcomes'] => ({
  ...everybody(others),
  stranger: outcome,
  owner: outcome,
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
  query('node', 'node(id: $node)', everybody('Bot')),
  query('viewer', 'viewer', user('Viewer', 'null')),
  query('voteCheck', `voteCheck(botId: $id, userId: "${newUserId()}")`, ownToken('VoteCheck')),
  query('voteLog', 'voteLog(botId: $id)', ownToken('VoteLog')),
  query('widget', 'widget(botId: $id)', everybody('Bot')),
  mutation('castVote', '', user('CastVotePayload', 'UnauthenticatedError')),
  mutation('generateToken', '', owner('GenerateTokenPayload')),
  mutation('removeAvatar', '', owner('Bot')),
  mutation('removeWebhook', '', owner('RemoveWebhookPayload')),
  mutation('replaceCommands', ', list: { commands: [] }', ownToken('ReplaceCommandsPayload')),
  mutation('reportStats', ', report: { server_count: 1 }', ownToken('ReportStatsPayload')),
  mutation('resendDelivery', `, deliveryId: "${randomUUID()}"`, owner('NotFoundError')),
  mutation('resendFailedDeliveries', ', since: "2026-01-01T00:00:00.000Z"', owner('ResendFailedPayload')),
  mutation('rotateWebhookSecret', '', owner('SetWebhookPayload')),
  mutation('sendTestWebhook', '', owner('Delivery')),
  mutation('setAvatar', `, image: "${PIXEL}"`, owner('Bot')),
  mutation('setWebhook', ', url: "http://127.0.0.1:4000/votes"', owner('SetWebhookPayload')),
];

test('every root field has a row in this table', () => {
  const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
    (type) => Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  );
  expect(rows.map(({ field }) => field)).toEqual(fields.toSorted(byTypeThenName));
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
  const subject = useService(40);
  const hidden = { ...everybody('null'), owner: 'Bot', ownToken: 'Bot' };
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

/** Queries first, as the table has them. */
function byTypeThenName(a: string, b: string): number {
  const isQuery = (name: string) => name.startsWith('Query.');
  return Number(isQuery(b)) - Number(isQuery(a)) || a.localeCompare(b);
}
