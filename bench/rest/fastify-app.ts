import Fastify from 'fastify';
import { BOT_NOT_FOUND, hashOfToken, INVALID_JSON, INVALID_TOKEN, voteCheck } from './contract.ts';

/** What the routes need of a database. */
export interface Store {
  /** @returns the bot of the token with the user's last vote for it, or undefined for an unknown token */
  check(tokenHash: Buffer, userId: string): Promise<{ botId: string; votedAt: Date | null } | undefined>;
  /**
   * Stores a server count, if the token is that of the bot.
   *
   * @returns the bot of the token, or undefined for an unknown token
   */
  report(tokenHash: Buffer, botId: string, serverCount: number): Promise<string | undefined>;
}

const COUNT = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };
const NAMES = ['server_count', 'guildCount', 'guilds'] as const;

const checkSchema = {
  querystring: {
    type: 'object',
    required: ['userId'],
    properties: { userId: { type: 'string', pattern: '^\\d{17,19}$' } },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        voted: { type: 'integer' },
        hasVoted: { type: 'boolean' },
        votedAt: { type: ['string', 'null'] },
        nextVoteAt: { type: ['string', 'null'] },
      },
    },
  },
};

const statsSchema = {
  body: {
    type: 'object',
    properties: Object.fromEntries(NAMES.map((name) => [name, COUNT])),
    oneOf: NAMES.map((name) => ({ required: [name] })),
  },
  response: {
    200: {
      type: 'object',
      properties: { success: { type: 'boolean' }, server_count: { type: 'integer' } },
    },
  },
};

/** The two routes as Fastify wants them: schemas that validate requests and serialize responses. */
export async function listenWithFastify(store: Store): Promise<void> {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false } } });
  app.setErrorHandler<Error & { statusCode?: number; validation?: unknown }>((error, _request, reply) => {
    if (error.validation) return reply.code(400).send({ error: error.message });
    if (error.statusCode === 400) return reply.code(400).send(INVALID_JSON);
    return reply.code(500).send({ error: 'Something broke.' });
  });

  app.get<{ Params: { id: string }; Querystring: { userId: string } }>(
    '/api/v1/bots/:id/check',
    { schema: checkSchema },
    async ({ headers, params, query }, reply) => {
      const tokenHash = hashOfToken(headers.authorization);
      const found = tokenHash && (await store.check(tokenHash, query.userId));
      if (!found) return reply.code(401).send(INVALID_TOKEN);
      if (found.botId !== params.id) return reply.code(404).send(BOT_NOT_FOUND);
      return voteCheck(found.votedAt);
    },
  );

  app.post<{ Params: { id: string }; Body: Partial<Record<(typeof NAMES)[number], number>> }>(
    '/api/v1/bots/:id/stats',
    { schema: statsSchema },
    async ({ headers, params, body }, reply) => {
      const serverCount = body.server_count ?? body.guildCount ?? body.guilds ?? 0;
      const tokenHash = hashOfToken(headers.authorization);
      const botId = tokenHash && (await store.report(tokenHash, params.id, serverCount));
      if (!botId) return reply.code(401).send(INVALID_TOKEN);
      if (botId !== params.id) return reply.code(404).send(BOT_NOT_FOUND);
      return { success: true, server_count: serverCount };
    },
  );

  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
}
