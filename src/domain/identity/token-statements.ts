import type { Database } from '../../db/client.ts';
import { createBatch, inOrder } from '../kernel/batch.ts';

/** The statement that finds a token, gathering the requests that arrive together. */
export interface TokenStatements {
  /** @returns the id of the listed bot whose token has this SHA-256 (lower-case hex) */
  readonly botOfToken: (tokenHash: string) => Promise<string | undefined>;
}

/*
 * A lone call is sent as the plain statement: it takes half the time of the one for many.
 * Arrays of hashes travel as hex text, since the driver would encode a bytea[] twice.
 */
export function createTokenStatements({ sql }: Pick<Database, 'sql'>): TokenStatements {
  return {
    botOfToken: createBatch(async (hashes: readonly string[]) => {
      const [only] = hashes;
      if (hashes.length === 1 && only) {
        const rows = await sql<{ botId: string }[]>`
          select token.bot_id as "botId" from api_tokens token
          join bots on bots.id = token.bot_id and bots.state <> 'removed'
          where token.token_hash = decode(${only}, 'hex')`;
        return [rows[0]?.botId];
      }
      const rows = await sql<{ position: number; botId: string }[]>`
        select key.position::int, token.bot_id as "botId"
        from unnest(${hashes}::text[]) with ordinality as key(hash, position)
        join api_tokens token on token.token_hash = decode(key.hash, 'hex')
        join bots on bots.id = token.bot_id and bots.state <> 'removed'`;
      return inOrder(
        hashes.length,
        rows.map((row) => [row.position, row.botId]),
      );
    }),
  };
}
