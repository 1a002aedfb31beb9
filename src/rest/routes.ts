import { graphql, type TypedDocument } from '../documents/graphql.ts';
import { type Granted, refusal } from './refusal.ts';
import * as schemas from './schemas.ts';
import { type JsonSchema, parameters } from './schemas.ts';
import { botWidget, widgetSvg } from './widget.ts';

/** What a route knows of a request: texts, unchecked. */
export interface RestRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  /** The parsed JSON body; undefined when it is none. */
  readonly body: unknown;
}

/** Not `unknown`, the type of a field that the schema does not have. */
type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** What goes back: a JSON value, or text of some other kind. */
export type Presented =
  | { readonly json: JsonValue; readonly status?: number }
  | { readonly text: string; readonly contentType: string };

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** As in OpenAPI; `{id}` is one segment. */
  readonly path: string;
  readonly operationId: string;
  /** What the description of the interface says of it. */
  readonly docs: {
    readonly summary: string;
    readonly description?: string;
    readonly parameters?: readonly JsonSchema[];
    readonly request?: JsonSchema;
    readonly response: JsonSchema;
    readonly contentType?: string;
    /** Statuses besides 200 (section 4 of the contract). */
    readonly failures: readonly number[];
  };
  /** Headers of a success that hold for every answer of this route. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface TypedRoute<Result, Variables> extends RouteFacts {
  readonly document: TypedDocument<{ result: Result }, Variables>;
  readonly variables: (request: RestRequest) => Variables;
  readonly present: (result: Granted<Result>, request: RestRequest) => Presented;
}

/** A row of the table of routes. */
export interface Route extends RouteFacts {
  /** One operation whose only root field is called `result`. */
  readonly document: string;
  readonly variables: (request: RestRequest) => object;
  /** @param result the document's own, and no refusal */
  readonly present: (result: object, request: RestRequest) => Presented;
}

/** Checks a row against the types of its document, which a table of several documents cannot keep. */
function route<Result, Variables extends object>(row: TypedRoute<Result, Variables>): Route {
  return { ...row, present: (result, request) => row.present(result as Granted<Result>, request) };
}

/** Public pictures and numbers may be embedded anywhere and are cached for five minutes (section 4). */
const WIDGET_HEADERS = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

/** A parameter as it came; several of the same name stay several, for the schema to refuse. */
function parameter(query: URLSearchParams, name: string): string | string[] | undefined {
  const values = query.getAll(name);
  return values.length > 1 ? values : values[0];
}

/** Section 4 of the contract, a row each: what is asked of the schema and how its answer is put. */
export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/bots/{id}/stats',
    operationId: 'reportStats',
    docs: {
      summary: 'Report the server count',
      description: 'Send the sum over all shards. 60 per minute per token.',
      request: schemas.statsRequest,
      response: schemas.statsResponse,
      failures: [400, 401, 404, 429, 500],
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
      summary: 'Replace the list of commands',
      description:
        'Never a merge: removed commands disappear. Of equal names the first is kept. 10 per minute per token.',
      request: schemas.commandsRequest,
      response: schemas.commandsResponse,
      failures: [400, 401, 404, 429, 500],
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
      summary: 'Read the log of votes, newest first',
      description: '60 per minute per token.',
      parameters: [parameters.limit, parameters.cursor],
      response: schemas.votesResponse,
      failures: [400, 401, 404, 429],
    },
    document: graphql(
      `query ListVotes($botId: ID!, $limit: JSON, $cursor: JSON) {
      result: voteLog(botId: $botId, limit: $limit, cursor: $cursor) {
        __typename ... on VoteLog { votes { userId votedAt } nextCursor } ...Refusal
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
        votes: result.votes.map((vote) => ({ user_id: vote.userId, voted_at: vote.votedAt })),
        next_cursor: result.nextCursor,
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/widget/{id}.svg',
    operationId: 'widgetPicture',
    docs: {
      summary: 'A picture of a bot for embedding',
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
    // Opened by itself, it is a picture and nothing else.
    headers: { ...WIDGET_HEADERS, 'content-security-policy': "default-src 'none'; sandbox" },
  }),
  route({
    method: 'GET',
    path: '/widget/{id}',
    operationId: 'widget',
    docs: {
      summary: 'The numbers of a bot for embedding',
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
      summary: 'Tell a fault of the service from a fault in an integration',
      response: schemas.healthResponse,
      failures: [503],
    },
    document: graphql('query Health { result: health { ok database temporal redis } }'),
    variables: () => ({}),
    present: ({ ok, ...parts }) =>
      ok
        ? { json: { status: 'ok', ...parts } }
        : { json: { status: 'unavailable', error: 'The database does not answer.', ...parts }, status: 503 },
    headers: { 'cache-control': 'no-store' },
  }),
];
