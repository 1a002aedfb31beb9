import { hash } from 'node:crypto';
import postgres from 'postgres';
import { rankListings } from '../../src/domain/directory/ranking.ts';
import { rankTrends } from '../../src/domain/directory/trends.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import type { BenchDatabase } from '../compare/database.ts';

export interface DataSize {
  readonly bots: number;
  readonly votes: number;
}

/** How many words the names begin with. Each word begins the names of one bot in forty. */
const WORDS = 40;
/** A second word begins with "only" and has so many hexadecimal digits. No other word begins with it. */
const NAME_LENGTH = 6;
/** The votes are spread over this time. */
const DAYS = 300;
/** Ids of voters: this number, and the numbers after it. */
const FIRST_VOTER = '100000000000000000';
const VOTES_PER_VOTER = 10;

/**
 * Fills a database with bots and votes. One bot gets half of the votes. All bots share the other half: an eighth of
 * them gets half of it. All tables that a vote changes are filled, except the outbox.
 *
 * @returns the bots; the first one has the most votes
 */
export async function fillDatabase(
  database: BenchDatabase,
  { bots, votes }: DataSize,
): Promise<Seeded['bots']> {
  const seeded = await database.seed({ bots, users: 0, votes: 0 });
  // Statements take minutes here. The rows refer to existing bots, so the server need not look each of them up.
  const sql = postgres(database.environment.DATABASE_URL, {
    max: 1,
    onnotice: () => {},
    connection: { statement_timeout: 0, session_replication_role: 'replica', jit: false },
  });
  try {
    const ids = seeded.bots.map(({ id }) => id);
    await sql`
      create temporary table shares as
      select bot_id, place,
        floor(${votes / 2} * (place / ${bots}::float8) ^ (1 / 3.0))::int
        - floor(${votes / 2} * ((place - 1) / ${bots}::float8) ^ (1 / 3.0))::int
        + case place when 1 then ${Math.ceil(votes / 2)}::int else 0 end as votes
      from (
        -- Neighbours in the table have places far apart, as in production.
        select bot_id, ((position - 1) * 7919 % ${bots}::int + 1)::int as place
        from unnest(${ids}::text[]) with ordinality as bot(bot_id, position)
      ) bot`;
    await fillVotes(sql, Math.ceil(votes / VOTES_PER_VOTER));
    await fillListings(sql);
    await rankListings({ db: database.db, now: () => new Date() });
    await rankTrends({ db: database.db, now: () => new Date() });
    // The updates leave the first half of the table empty, which does not happen in production. The first page of each
    // list in a GIN index is then empty, too, and PostgreSQL takes the longest list for the shortest one.
    await sql`vacuum (full) bots`;
    await sql`vacuum (analyze)`;
    // Otherwise the server writes these pages to the disk during the measurement.
    await sql`checkpoint`;
  } finally {
    await sql.end();
  }
  return seeded.bots;
}

/** The rows arrive about in the order of the primary keys. In another order, it takes several times as long. */
async function fillVotes(sql: postgres.Sql, voters: number): Promise<void> {
  const at = new Date();
  await sql`
    insert into users (id, name, created_at)
    select (${FIRST_VOTER}::bigint + number)::text, 'Voter ' || number, ${at}
    from generate_series(0, ${voters}::int - 1) as number`;
  // The votes of a bot have equal distances. A voter comes back when all others have voted, which takes weeks.
  const votesFrom = (first: postgres.PendingQuery<postgres.Row[]>) => sql`
    select bot_id,
      (${FIRST_VOTER}::bigint + (number + place::bigint * 7919) % ${voters}::bigint)::text as user_id,
      ${at}::timestamptz - (votes - number + place * 0.618 % 1)::float8 / votes * ${DAYS} * interval '1 day' as voted_at
    from shares, generate_series(${first}, votes) as number`;
  await sql`insert into votes (bot_id, user_id, voted_at) ${votesFrom(sql`1`)}`;
  const newest = sql`greatest(1, votes - ${voters}::int + 1)`;
  await sql`insert into vote_windows (bot_id, user_id, voted_at) ${votesFrom(newest)}`;
  await sql`
    insert into daily_votes (bot_id, day, votes)
    select bot_id, (voted_at at time zone 'utc')::date as day, count(*) from votes group by 1, 2 order by 1, 2`;
}

/** The digits in the name of a bot. 1 is the bot with the most votes. */
export function digitsOfName(place: number): string {
  return hash('md5', `${place}`).slice(0, NAME_LENGTH);
}

/** Gives each bot a name, its count of votes and other numbers by which the directory is ordered. */
async function fillListings(sql: postgres.Sql): Promise<void> {
  await sql`
    update bots set name =
      'keldor' || (abs(hashint8(place)) % ${WORDS}) || ' only' || left(md5(place::text), ${NAME_LENGTH})
    from shares where shares.bot_id = bots.id`;
  await sql`
    update bot_stats set vote_count = votes, server_count = place * 104729::bigint % 1000003,
      checked_in_at = now() - place % 1000 * interval '1 hour'
    from shares where shares.bot_id = bot_stats.bot_id`;
}
