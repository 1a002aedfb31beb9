import type { Sql } from 'postgres';
import type { DeliveryState } from '../../src/db/delivery-tables.ts';

/**
 * Rows of which one owner, bot or user may have any number. Each function adds as many.
 *
 * @param sql a connection without a time limit: see `openPatient`
 * @param count how many rows
 * @param time when they were made; deliveries were made in the seconds before
 */
export function manyRows(sql: Sql, count: number, time: Date) {
  const numbers = sql`generate_series(1, ${count}::int) n`;
  /** The users of {@link users}. */
  const userId = sql`(100000000000000000 + n)::text`;
  return {
    users: () =>
      sql`insert into users (id, name, created_at) select ${userId}, 'Follower', ${time} from ${numbers}`,
    followers: (botId: string) => sql`
      insert into favourites (bot_id, user_id, created_at) select ${botId}, ${userId}, ${time} from ${numbers}`,
    /** An open report of each user. */
    reports: (botId: string) => sql`
      insert into reports (id, bot_id, user_id, category, text, created_at)
      select gen_random_uuid(), ${botId}, ${userId}, 'spam', 'It sends adverts.', ${time} from ${numbers}`,
    deliveries: (botId: string, state: DeliveryState) => sql`
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
      select gen_random_uuid(), ${botId}, 'vote', ${userId}, time, ${state}, time,
        case when ${state} not in ('pending', 'held') then time end
      from ${numbers} cross join lateral (select ${time}::timestamptz - n * interval '1 s' as time) as at`,
    /** Notices that a user has not read. @returns the id of the newest one */
    async unread(userId: string): Promise<string> {
      const [newest] = await sql<{ id: string }[]>`
        with added as (
          insert into notices (user_id, kind, subject, data, created_at)
          select ${userId}, 'queue_waiting', n::text, '{}', ${time} from ${numbers} returning id
        )
        select max(id)::text as id from added`;
      return newest?.id ?? '';
    },
  };
}

/** The number of deliveries of a bot in each state. */
export async function countDeliveries(
  sql: Sql,
  botId: string,
): Promise<Partial<Record<DeliveryState, number>>> {
  const rows = await sql<{ state: DeliveryState; count: number }[]>`
    select state, count(*)::int as count from deliveries where bot_id = ${botId} group by state order by state`;
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
