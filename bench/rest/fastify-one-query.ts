/** Fastify and postgres.js: one statement for token and work. postgres.js prepares statements and pipelines them. */
import postgres from 'postgres';
import { listenWithFastify } from './fastify-app.ts';
import { CHECK, REPORT } from './one-statement.ts';

const sql = postgres(process.env.DATABASE_URL ?? '');
const PREPARED = { prepare: true };

await listenWithFastify({
  async check(tokenHash, userId) {
    const [row] = await sql.unsafe<{ botId: string; votedAt: Date | null }[]>(
      CHECK,
      [tokenHash, userId],
      PREPARED,
    );
    return row;
  },
  async report(tokenHash, botId, serverCount) {
    const [row] = await sql.unsafe<{ botId: string }[]>(REPORT, [tokenHash, botId, serverCount], PREPARED);
    return row?.botId;
  },
});
