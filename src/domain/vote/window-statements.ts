import type { Database } from '../../db/client.ts';
import { createBatch, inOrder } from '../kernel/batch.ts';

/** Reads vote windows. Concurrent calls share a statement. */
export interface WindowStatements {
  /** @returns the time of the user's last vote since the last take-over; undefined when there is none */
  readonly lastVote: (key: { botId: string; userId: string }) => Promise<Date | undefined>;
}

/*
 * Makes the look-up of vote windows. A single call uses a simple statement, which takes half the time of the batch
 * statement.
 */
export function createWindowStatements({ sql }: Pick<Database, 'sql'>): WindowStatements {
  return {
    lastVote: createBatch(async (keys: readonly { botId: string; userId: string }[]) => {
      const [only] = keys;
      if (keys.length === 1 && only) {
        const rows = await sql<{ votedAt: Date }[]>`
          select last.voted_at as "votedAt" from vote_windows last
          join bots on bots.id = last.bot_id and last.voted_at >= bots.owned_since
          where last.bot_id = ${only.botId} and last.user_id = ${only.userId}`;
        return [rows[0]?.votedAt];
      }
      const rows = await sql<{ position: number; votedAt: Date }[]>`
        select key.position::int, last.voted_at as "votedAt"
        from unnest(${keys.map((key) => key.botId)}::text[], ${keys.map((key) => key.userId)}::text[])
          with ordinality as key(bot_id, user_id, position)
        join vote_windows last on last.bot_id = key.bot_id and last.user_id = key.user_id
        join bots on bots.id = last.bot_id and last.voted_at >= bots.owned_since`;
      return inOrder(
        keys.length,
        rows.map((row) => [row.position, row.votedAt]),
      );
    }),
  };
}
