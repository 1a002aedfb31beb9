/** Token and last vote by one join. `$1` is the hash of the token, `$2` the user. */
export const CHECK = `
  select bots.id as "botId", vote_windows.voted_at as "votedAt"
  from api_tokens
  join bots on bots.id = api_tokens.bot_id and bots.state <> 'removed'
  left join vote_windows on vote_windows.bot_id = bots.id and vote_windows.user_id = $2
    and vote_windows.voted_at >= bots.owned_since
  where api_tokens.token_hash = $1`;

/** Token and report in one statement. `$1` is the hash of the token, `$2` the bot in the path, `$3` the count. */
export const REPORT = `
  with token as (
    select bots.id from api_tokens join bots on bots.id = api_tokens.bot_id
    where api_tokens.token_hash = $1 and bots.state <> 'removed'
  ), previous as (
    select bot_stats.bot_id, bot_stats.server_count from bot_stats join token on token.id = bot_stats.bot_id
    where bot_stats.bot_id = $2 for update of bot_stats
  ), daily as (
    insert into daily_server_counts (bot_id, day, server_count)
    select bot_id, (now() at time zone 'utc')::date, $3::int from previous
    where server_count is distinct from $3::int
    on conflict (bot_id, day) do update set server_count = excluded.server_count
  ), updated as (
    update bot_stats
    set server_count = $3::int,
      checked_in_at = now(),
      server_count_changed_at = case
        when previous.server_count is distinct from $3::int then now()
        else bot_stats.server_count_changed_at end
    from previous where bot_stats.bot_id = previous.bot_id
  )
  select id as "botId" from token`;
