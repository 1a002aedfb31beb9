import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/client.ts';
import { createBatch, inOrder } from '../kernel/batch.ts';

/** Looks up tokens. Concurrent requests share a statement. */
export interface TokenStatements {
  /**
   * @param tokenHash the SHA-256 of the token in lower-case hexadecimal
   * @returns the id of the bot; undefined when the token is unknown or the listing is removed
   */
  readonly botOfToken: (tokenHash: string) => Promise<string | undefined>;
  /**
   * Returns what `botOfToken` last found, without a statement. It may be out of date, so it allows nothing: whoever
   * uses it must verify the token in a later statement.
   *
   * @returns undefined when it found nothing, or has not been asked for a long time
   */
  readonly recallBot: (tokenHash: string) => string | undefined;
}

/** The number of tokens that a process remembers, with about 200 bytes each. */
const MAX_REMEMBERED = 50_000;

/*
 * Makes the look-up of tokens. A single call uses a simple statement, which takes half the time of the batch
 * statement. Arrays of hashes are sent as hexadecimal text, because the driver encodes a bytea[] twice.
 */
export function createTokenStatements({ sql }: Pick<Database, 'sql'>): TokenStatements {
  const remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  const find = createBatch(async (hashes: readonly string[]) => {
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
      from unnest((select ${hashes}::text[])) with ordinality as key(hash, position)
      join api_tokens token on token.token_hash = decode(key.hash, 'hex')
      join bots on bots.id = token.bot_id and bots.state <> 'removed'`;
    return inOrder(hashes.length, rows).map((found) => found?.botId);
  });
  return {
    async botOfToken(tokenHash) {
      const botId = await find(tokenHash);
      // An unknown token is forgotten, and `set` with undefined deletes.
      remembered.set(tokenHash, botId);
      return botId;
    },
    recallBot: (tokenHash) => remembered.get(tokenHash),
  };
}
