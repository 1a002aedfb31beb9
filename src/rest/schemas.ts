import { READABLE_NAME } from '../terms/command-names.ts';

/** A JSON Schema in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A parameter of a route, as OpenAPI describes it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

const count: JsonSchema = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };
const time: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 in UTC with milliseconds.',
  examples: ['2026-01-31T12:00:00.000Z'],
};
const id: JsonSchema = { type: 'string', pattern: '^\\d{17,19}$' };
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** The body of `POST /stats`. */
export const statsRequest: JsonSchema = {
  type: 'object',
  description: 'Send exactly one of the three names. Other members are ignored.',
  properties: { server_count: count, guildCount: count, guilds: count },
  oneOf: [{ required: ['server_count'] }, { required: ['guildCount'] }, { required: ['guilds'] }],
  // Otherwise the reference makes a body with all three names, which is refused.
  examples: [{ server_count: 1234 }],
};
/** The response of `POST /stats`. */
export const statsResponse: JsonSchema = {
  ...object({ success: { type: 'boolean' }, server_count: count }),
  examples: [{ success: true, server_count: 1234 }],
};

/** Text without NUL, which PostgreSQL cannot store. Its length counts code points. */
const text = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^[^\\u0000]*$',
});
/** The body of `PUT /commands`. */
export const commandsRequest: JsonSchema = {
  ...object({
    commands: {
      type: 'array',
      maxItems: 100,
      description: 'The platform’s command objects fit, but for context menus (types 2 and 3).',
      items: object({
        name: {
          ...text(32),
          pattern: READABLE_NAME,
          description:
            'It has no invisible characters above U+FFFF either, such as tags (U+E0000 to U+E007F).',
        },
        description: text(100),
      }),
    },
  }),
  examples: [{ commands: [{ name: 'ping', description: 'Shows that the bot is online.' }] }],
};
/** The response of `PUT /commands`. */
export const commandsResponse: JsonSchema = {
  ...object({ success: { type: 'boolean' }, count: { type: 'integer', minimum: 0, maximum: 100 } }),
  examples: [{ success: true, count: 1 }],
};

/** The response of `GET /check`. */
export const checkResponse: JsonSchema = {
  ...object({
    voted: { type: 'integer', enum: [0, 1] },
    hasVoted: { type: 'boolean', description: 'Whether the user has voted within the last 12 hours.' },
    votedAt: orNull(time),
    nextVoteAt: orNull({ ...time, description: 'votedAt plus 12 hours.' }),
  }),
  examples: [
    {
      voted: 1,
      hasVoted: true,
      votedAt: '2026-01-31T12:00:00.000Z',
      nextVoteAt: '2026-02-01T00:00:00.000Z',
    },
  ],
};

const vote = object({ user_id: id, voted_at: time });
const votesPage = object({
  votes: { type: 'array', description: 'Newest first.', items: vote },
  next_cursor: orNull({ type: 'string', description: 'The `cursor` of the next page.' }),
});
/** The response of `GET /votes`. */
export const votesResponse: JsonSchema = {
  ...votesPage,
  properties: {
    ...(votesPage.properties as object),
    voided: {
      type: 'array',
      description: 'Those of the votes that a moderator voided: they do not count. Absent without any.',
      items: vote,
    },
  },
  examples: [
    {
      votes: [{ user_id: '234567890123456789', voted_at: '2026-01-31T12:00:00.000Z' }],
      next_cursor: null,
    },
  ],
};

/** The response of `GET /votes/stream`. */
export const voteEvents: JsonSchema = {
  type: 'string',
  description: 'Server-sent events. The data of each is a vote as in the vote log.',
  examples: [
    [
      'retry: 1000',
      '',
      'id: MTc2OTg2MDgwMDAwMC4yMzQ1Njc4OTAxMjM0NTY3ODk',
      'event: vote.create',
      'data: {"user_id":"234567890123456789","voted_at":"2026-01-31T12:00:00.000Z"}',
      '',
      '',
    ].join('\n'),
  ],
};

/** The response of `GET /widget/{id}`. */
export const widgetResponse: JsonSchema = {
  ...object({
    id,
    name: { type: 'string' },
    short_description: { type: 'string' },
    server_count: orNull(count),
    votes: { type: 'integer', minimum: 0 },
    checked_in_at: orNull(time),
  }),
  examples: [
    {
      id: '123456789012345678',
      name: 'Tidepool',
      short_description: 'Listen together: shared queues, live lyrics and clear sound.',
      server_count: 1234,
      votes: 56,
      checked_in_at: '2026-01-31T12:00:00.000Z',
    },
  ],
};

const part: JsonSchema = { type: 'string', enum: ['ok', 'unavailable', 'not used'] };
/** The response of `GET /api/health`. */
export const healthResponse: JsonSchema = {
  ...object({
    status: { type: 'string', enum: ['ok', 'unavailable'] },
    database: { type: 'string', enum: ['ok', 'read-only', 'outdated', 'unavailable'] },
    temporal: part,
    redis: part,
    deliveries: { type: 'string', enum: ['ok', 'held', 'no worker'] },
  }),
  examples: [{ status: 'ok', database: 'ok', temporal: 'ok', redis: 'not used', deliveries: 'ok' }],
};

/** The body of every error. */
export const errorResponse: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'One sentence for developers. Do not parse it.' },
    retryAfter: { type: 'integer', minimum: 1, description: 'Seconds until the limit resets. Only on 429.' },
  },
};

/** The parameters of all routes. */
export const parameters = {
  id: { name: 'id', in: 'path', required: true, description: "The bot's application id.", schema: id },
  userId: { name: 'userId', in: 'query', required: true, description: 'The id of the user.', schema: id },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Entries per page.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'The `next_cursor` of an earlier page, unchanged. Any other text gets 400.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{24,48}$' },
  },
  since: {
    name: 'since',
    in: 'query',
    description:
      'Where a new stream begins: the `id` of an event, or a time such as `2026-01-31T12:00:00Z`. ' +
      'By default with the next vote.',
    schema: { type: 'string' },
  },
  lastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The `id` of the last event that you received. It replaces `since`.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{24,48}$' },
  },
  theme: {
    name: 'theme',
    in: 'query',
    // No theme is refused: a picture in the wrong colours is better than a missing picture.
    description: 'The background of the page: `light` or `dark`. Any other text means `light`.',
    schema: { type: 'string', default: 'light', examples: ['light', 'dark'] },
  },
} satisfies Record<string, Parameter>;
