import type { Database } from '../../db/client.ts';
import type { WithClock } from '../kernel/needs.ts';

/** Longer intervals write less, but an owner waits longer to see a token in use. */
export const USES_STORED_EVERY_MS = 5 * 60_000;

/** Notes when tokens are used. Calls cost no statement: the times of all tokens are stored together, now and then. */
export interface TokenUses {
  /**
   * Notes a call with a token.
   *
   * @param tokenHash the SHA-256 of the token in lower-case hexadecimal
   */
  readonly noteUse: (tokenHash: string) => void;
  /**
   * Stores what was noted since the last call, in one statement. A token that was replaced meanwhile is left out.
   *
   * @throws when the database does not respond; the next call stores it then
   */
  readonly storeUses: () => Promise<void>;
}

/** Makes the notes of one process. Their number is limited by the number of tokens. */
export function createTokenUses({ sql }: Pick<Database, 'sql'>, now: WithClock['now']): TokenUses {
  let noted = new Map<string, Date>();
  return {
    noteUse: (tokenHash) => noted.set(tokenHash, now()),
    async storeUses() {
      const uses = noted;
      if (uses.size === 0) return;
      noted = new Map();
      try {
        // Another process may store the same tokens now. So rows are locked in order, and locked rows are left out.
        await sql`
          with used as materialized (
            select token.bot_id, use.at
            from unnest(${[...uses.keys()]}::text[], ${[...uses.values()].map((at) => at.toISOString())}::text[])
              as written(hash, at)
            cross join lateral (select written.at::timestamptz as at) use
            join api_tokens token on token.token_hash = decode(written.hash, 'hex')
            where token.last_used_at is null or token.last_used_at < use.at
            order by token.bot_id
            for no key update of token skip locked
          )
          update api_tokens set last_used_at = used.at from used where api_tokens.bot_id = used.bot_id`;
      } catch (error) {
        noted = new Map([...uses, ...noted]);
        throw error;
      }
    },
  };
}
