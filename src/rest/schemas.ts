/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

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

export const statsRequest: JsonSchema = {
  type: 'object',
  description: 'Exactly one of the three names; other members are ignored.',
  properties: { server_count: count, guildCount: count, guilds: count },
  oneOf: [{ required: ['server_count'] }, { required: ['guildCount'] }, { required: ['guilds'] }],
};
export const statsResponse = object({ success: { type: 'boolean' }, server_count: count });

/** Text without NUL, which PostgreSQL cannot store; lengths count code points. */
const text = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^[^\\u0000]*$',
});
export const commandsRequest = object({
  commands: {
    type: 'array',
    maxItems: 100,
    items: object({ name: text(32), description: text(100) }),
  },
});
export const commandsResponse = object({
  success: { type: 'boolean' },
  count: { type: 'integer', minimum: 0, maximum: 100 },
});

export const checkResponse = object({
  voted: { type: 'integer', enum: [0, 1] },
  hasVoted: { type: 'boolean', description: 'Whether the vote is inside the 12-hour window.' },
  votedAt: orNull(time),
  nextVoteAt: orNull({ ...time, description: 'votedAt plus 12 hours.' }),
});

export const votesResponse = object({
  votes: { type: 'array', description: 'Newest first.', items: object({ user_id: id, voted_at: time }) },
  next_cursor: orNull({ type: 'string', description: 'The `cursor` of the next page.' }),
});

export const widgetResponse = object({
  id,
  name: { type: 'string' },
  short_description: { type: 'string' },
  server_count: orNull(count),
  votes: { type: 'integer', minimum: 0 },
  checked_in_at: orNull(time),
});

const part: JsonSchema = { type: 'string', enum: ['ok', 'unavailable', 'not used'] };
export const healthResponse: JsonSchema = {
  ...object({
    status: { type: 'string', enum: ['ok', 'unavailable'] },
    database: part,
    temporal: part,
    redis: part,
  }),
};

export const errorResponse: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'One sentence for a developer; not to be parsed.' },
    retryAfter: { type: 'integer', minimum: 1, description: 'Seconds until the limit resets. Only on 429.' },
  },
};

export const parameters = {
  userId: { name: 'userId', in: 'query', required: true, description: 'Who may have voted.', schema: id },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'Entries a page.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'A `next_cursor` of an earlier page, unchanged. Any other text is refused with 400.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{24,48}$' },
  },
  theme: {
    name: 'theme',
    in: 'query',
    // A picture on somebody's page is better in the other colours than missing: no text is refused.
    description:
      'The background that the picture stands on: `light` or `dark`. Any other text means `light`.',
    schema: { type: 'string', default: 'light', examples: ['light', 'dark'] },
  },
} satisfies Record<string, JsonSchema>;
