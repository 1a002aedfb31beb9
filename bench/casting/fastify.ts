/**
 * Fastify and postgres.js: a look-up of the session, then a transaction that records the vote. It takes the body that
 * `/graphql` takes, without the work of GraphQL: it reads the bot's id, and serializes the response with a schema.
 *
 * The row that all voters of a bot share is written last, so that it is locked for the shortest time. The four writes
 * leave together, without waiting for each other's response.
 */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';

const WINDOW_MS = 12 * 60 * 60 * 1000;
const SESSION = /(?:^|;\s*)session=([\w-]{43})(?:;|$)/;

type Result =
  | { __typename: 'CastVotePayload'; votedAt: Date; nextVoteAt: Date }
  | { __typename: 'VoteWindowActiveError'; nextVoteAt: Date }
  | { __typename: 'NotFoundError' | 'UnauthenticatedError' };

const sql = postgres(process.env.DATABASE_URL ?? '');

async function userOfSession(cookie: string | undefined): Promise<string | undefined> {
  const id = cookie && SESSION.exec(cookie)?.[1];
  if (!id) return undefined;
  const [session] = await sql<{ userId: string }[]>`
    select users.id as "userId" from sessions join users on users.id = sessions.user_id
    where sessions.id_hash = ${createHash('sha256').update(id).digest()} and sessions.expires_at > now()`;
  return session?.userId;
}

function castVote(botId: string, userId: string): Promise<Result> {
  return sql.begin(async (transaction): Promise<Result> => {
    // Nobody removes the listing or takes it over meanwhile.
    const [bot] = await transaction<{ votedAt: Date; windowStart: Date; ownedSince: string }[]>`
      select greatest(date_trunc('milliseconds', now()), owned_since) as "votedAt", owned_since::text as "ownedSince"
      from bots where id = ${botId} and state = 'approved' for key share`;
    if (!bot) return { __typename: 'NotFoundError' };
    const { votedAt, ownedSince } = bot;
    const [recorded] = await transaction`
      insert into vote_windows (bot_id, user_id, voted_at) values (${botId}, ${userId}, ${votedAt})
      on conflict (bot_id, user_id) do update set voted_at = excluded.voted_at
        where vote_windows.voted_at <= ${new Date(votedAt.getTime() - WINDOW_MS)}
          or vote_windows.voted_at < ${ownedSince}::text::timestamptz
      returning voted_at`;
    if (!recorded) {
      const [last] = await transaction<{ votedAt: Date }[]>`
        select voted_at as "votedAt" from vote_windows where bot_id = ${botId} and user_id = ${userId}`;
      return { __typename: 'VoteWindowActiveError', nextVoteAt: nextVoteAt(last?.votedAt ?? votedAt) };
    }
    const day = votedAt.toISOString().slice(0, 10);
    await Promise.all([
      transaction`insert into votes (bot_id, user_id, voted_at) values (${botId}, ${userId}, ${votedAt})`,
      transaction`
        insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
        select ${uuidv7()}::uuid, bot_id, 'vote', ${userId}, ${votedAt}, 'pending', ${votedAt}
        from webhooks where bot_id = ${botId}`,
      transaction`
        insert into daily_votes (bot_id, day, votes) values (${botId}, ${day}, 1)
        on conflict (bot_id, day) do update set votes = daily_votes.votes + 1`,
      transaction`update bot_stats set vote_count = vote_count + 1 where bot_id = ${botId}`,
    ]);
    return { __typename: 'CastVotePayload', votedAt, nextVoteAt: nextVoteAt(votedAt) };
  }) as Promise<Result>;
}

function nextVoteAt(votedAt: Date): Date {
  return new Date(votedAt.getTime() + WINDOW_MS);
}

const text = { type: 'string' };
const schema = {
  body: {
    type: 'object',
    required: ['variables'],
    properties: { variables: { type: 'object', required: ['botId'], properties: { botId: text } } },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          properties: {
            result: {
              type: 'object',
              properties: {
                __typename: text,
                votedAt: { ...text, format: 'date-time' },
                nextVoteAt: { ...text, format: 'date-time' },
              },
            },
          },
        },
      },
    },
  },
};

const app = Fastify();
app.post<{ Body: { variables: { botId: string } } }>('/graphql', { schema }, async ({ headers, body }) => {
  const userId = await userOfSession(headers.cookie);
  const result: Result = userId
    ? await castVote(body.variables.botId, userId)
    : { __typename: 'UnauthenticatedError' };
  return { data: { result } };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
