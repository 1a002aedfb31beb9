/** Fastify and postgres.js: one query for the token, then one for the work. What most people would write first. */
import postgres from 'postgres';
import { listenWithFastify } from './fastify-app.ts';

const sql = postgres(process.env.DATABASE_URL ?? '');

async function botOfToken(tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select bots.id from api_tokens join bots on bots.id = api_tokens.bot_id
    where api_tokens.token_hash = ${tokenHash} and bots.state <> 'removed'`;
  return row?.id;
}

await listenWithFastify({
  async check(tokenHash, userId) {
    const botId = await botOfToken(tokenHash);
    if (botId === undefined) return undefined;
    const [row] = await sql<{ votedAt: Date }[]>`
      select vote_windows.voted_at as "votedAt" from vote_windows join bots on bots.id = vote_windows.bot_id
      where vote_windows.bot_id = ${botId} and vote_windows.user_id = ${userId}
        and vote_windows.voted_at >= bots.owned_since`;
    return { botId, votedAt: row?.votedAt ?? null };
  },

  async report(tokenHash, botId, serverCount) {
    const found = await botOfToken(tokenHash);
    if (found !== botId) return found;
    await sql`
      with previous as (
        select bot_id, server_count from bot_stats where bot_id = ${botId} for update
      ), daily as (
        insert into daily_server_counts (bot_id, day, server_count)
        select bot_id, (now() at time zone 'utc')::date, ${serverCount}::int from previous
        where server_count is distinct from ${serverCount}
        on conflict (bot_id, day) do update set server_count = excluded.server_count
      )
      update bot_stats
      set server_count = ${serverCount},
        checked_in_at = now(),
        server_count_changed_at = case
          when previous.server_count is distinct from ${serverCount} then now()
          else bot_stats.server_count_changed_at end
      from previous where bot_stats.bot_id = previous.bot_id`;
    return botId;
  },
});
