import { graphql } from '../documents/graphql.ts';
import { type Route, refusal, route } from './route.ts';
import * as schemas from './schemas.ts';
import { parameters } from './schemas.ts';
import { botWidget, widgetSvg } from './widget.ts';

/** Widgets may be embedded on any site, and are cached for five minutes (section 4 of the contract). */
const WIDGET_HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

/** Reads a query parameter. A repeated parameter stays a list, which the schema refuses. */
function parameter(query: URLSearchParams, name: string): string | string[] | undefined {
  const values = query.getAll(name);
  return values.length > 1 ? values : values[0];
}

/** An entry of the log: ids and times only (section 2 of the contract). */
const presentVote = ({ userId, votedAt }: { userId: string; votedAt: string }) => ({
  user_id: userId,
  voted_at: votedAt,
});

function unavailable(database: string): string {
  if (database === 'read-only') return 'The database stores nothing at the moment: votes and reports fail.';
  if (database === 'outdated') return 'This database is an older copy, and is not used.';
  return 'The database does not answer.';
}

/** The routes of section 4 of the contract: the GraphQL document of each, and the format of its response. */
export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/bots/{id}/stats',
    operationId: 'reportStats',
    verifiesToken: true,
    docs: {
      summary: 'Report the server count',
      description:
        'Send the sum of all shards, from one process: the listing shows the last count. Owners see a notice on the ' +
        'dashboard while the counts jump, as those of single shards do. 60 per minute per token.',
      request: schemas.statsRequest,
      response: schemas.statsResponse,
      failures: [400, 401, 404, 408, 413, 415, 429, 500],
    },
    document: graphql(
      `mutation ReportStats($botId: ID!, $report: JSON) {
      result: reportStats(botId: $botId, report: $report) {
        __typename ... on ReportStatsPayload { serverCount } ...Refusal
      }
    }`,
      [refusal],
    ),
    variables: ({ id, body }) => ({ botId: id, report: body }),
    present: (result) => ({
      json: { success: true, server_count: result.serverCount },
    }),
  }),
  route({
    method: 'PUT',
    path: '/api/v1/bots/{id}/commands',
    operationId: 'replaceCommands',
    docs: {
      summary: 'Replace all commands',
      description:
        'Commands that are not in the list are removed. Of equal names the first is kept. 10 per minute per token.',
      request: schemas.commandsRequest,
      response: schemas.commandsResponse,
      failures: [400, 401, 404, 408, 413, 415, 429, 500],
    },
    document: graphql(
      `mutation ReplaceCommands($botId: ID!, $list: JSON) {
      result: replaceCommands(botId: $botId, list: $list) {
        __typename ... on ReplaceCommandsPayload { count } ...Refusal
      }
    }`,
      [refusal],
    ),
    variables: ({ id, body }) => ({ botId: id, list: body }),
    present: (result) => ({ json: { success: true, count: result.count } }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/bots/{id}/check',
    operationId: 'checkVote',
    docs: {
      summary: 'Check whether a user has voted within the last 12 hours',
      description: '600 per minute per token.',
      parameters: [parameters.userId],
      response: schemas.checkResponse,
      failures: [400, 401, 404, 429],
    },
    document: graphql(
      `query CheckVote($botId: ID!, $userId: JSON) {
      result: voteCheck(botId: $botId, userId: $userId) {
        __typename ... on VoteCheck { hasVoted votedAt nextVoteAt } ...Refusal
      }
    }`,
      [refusal],
    ),
    variables: ({ id, query }) => ({ botId: id, userId: parameter(query, 'userId') }),
    present: (result) => ({
      json: {
        voted: result.hasVoted ? 1 : 0,
        hasVoted: result.hasVoted,
        votedAt: result.votedAt,
        nextVoteAt: result.nextVoteAt,
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/bots/{id}/votes',
    operationId: 'listVotes',
    docs: {
      summary: 'Read the vote log, newest first',
      description: '60 per minute per token.',
      parameters: [parameters.limit, parameters.cursor],
      response: schemas.votesResponse,
      failures: [400, 401, 404, 429],
    },
    document: graphql(
      `query ListVotes($botId: ID!, $limit: JSON, $cursor: JSON) {
      result: voteLog(botId: $botId, limit: $limit, cursor: $cursor) {
        __typename ... on VoteLog { votes { userId votedAt } voided { userId votedAt } nextCursor } ...Refusal
      }
    }`,
      [refusal],
    ),
    variables: ({ id, query }) => ({
      botId: id,
      limit: parameter(query, 'limit'),
      cursor: parameter(query, 'cursor'),
    }),
    present: (result) => ({
      json: {
        votes: result.votes.map(presentVote),
        next_cursor: result.nextCursor,
        // Its absence is the usual case, and leaves the response as the contract shows it.
        ...(result.voided.length > 0 && { voided: result.voided.map(presentVote) }),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/widget/{id}.svg',
    operationId: 'widgetPicture',
    docs: {
      summary: 'Get the widget as a picture',
      parameters: [parameters.theme],
      response: { type: 'string' },
      contentType: 'image/svg+xml',
      failures: [404],
    },
    document: botWidget,
    variables: ({ id }) => ({ botId: id }),
    present: (bot, { query }) => ({
      text: widgetSvg(bot, query.get('theme') === 'dark' ? 'dark' : 'light'),
      contentType: 'image/svg+xml; charset=utf-8',
    }),
    // When it is opened directly, it must not load or run anything.
    headers: { ...WIDGET_HEADERS, 'content-security-policy': "default-src 'none'; sandbox" },
  }),
  route({
    method: 'GET',
    path: '/api/v1/bots/{id}/votes/stream',
    operationId: 'streamVotes',
    docs: {
      summary: 'Receive each new vote at once, as server-sent events',
      description:
        'Each vote is one event `vote.create`, in the order of the log. Its `id` is the position of the vote. ' +
        'When the connection ends, send the last `id` in the header `Last-Event-ID`: no vote is missing, and none ' +
        'comes twice. A comment follows every 15 seconds. The stream ends when the token is replaced or the listing ' +
        'is removed. At most 5 open streams per token; starting one counts like a page of the vote log.',
      parameters: [parameters.since, parameters.lastEventId],
      response: schemas.voteEvents,
      contentType: 'text/event-stream',
      failures: [400, 401, 404, 406, 429],
    },
    document: graphql(
      `subscription StreamVotes($botId: ID!, $since: JSON) {
      result: newVotes(botId: $botId, since: $since) {
        __typename ... on NewVotes { votes { userId votedAt cursor } cursor } ...Refusal
      }
    }`,
      [refusal],
    ),
    // A client that comes back repeats its address with the first position.
    variables: ({ id, query, lastEventId }) => ({
      botId: id,
      since: lastEventId ?? parameter(query, 'since'),
    }),
    present: ({ votes, cursor }) => ({
      events: votes.map(({ userId, votedAt, cursor: position }) => ({
        id: position,
        data: { user_id: userId, voted_at: votedAt },
      })),
      lastId: cursor,
    }),
  }),
  route({
    method: 'GET',
    path: '/widget/{id}',
    operationId: 'widget',
    docs: {
      summary: 'Get the widget as JSON',
      response: schemas.widgetResponse,
      failures: [404],
    },
    document: botWidget,
    variables: ({ id }) => ({ botId: id }),
    present: (bot) => ({
      json: {
        id: bot.botId,
        name: bot.name,
        short_description: bot.shortDescription,
        server_count: bot.serverCount,
        votes: bot.voteCount,
        checked_in_at: bot.checkedInAt,
      },
    }),
    headers: WIDGET_HEADERS,
  }),
  route({
    method: 'GET',
    path: '/api/health',
    operationId: 'health',
    docs: {
      summary: 'Get the health of the service',
      response: schemas.healthResponse,
      failures: [503],
    },
    document: graphql('query Health { result: health { ok database temporal redis deliveries } }'),
    variables: () => ({}),
    present: ({ ok, ...parts }) =>
      ok
        ? { json: { status: 'ok', ...parts } }
        : { json: { status: 'unavailable', error: unavailable(parts.database), ...parts }, status: 503 },
    headers: { 'cache-control': 'no-store' },
  }),
];
