import type { Database } from '../../db/client.ts';
import { createBatch, inOrder } from '../kernel/batch.ts';

/** The statement that reads a vote window, gathering the calls that arrive together. */
export interface WindowStatements {
  /** @returns when the user last voted for the bot, since it belongs to those who manage it now */
  readonly lastVote: (key: { botId: string; userId: string }) => Promise<Date | undefined>;
}

/* A lone call is sent as the plain statement: it takes half the time of the one for many. */
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
