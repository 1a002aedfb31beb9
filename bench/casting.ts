/**
 * Measures votes of signed-in users: the mutation `castVote` of the service against Fastify with a transaction that a
 * good engineer would write. Both use the same tables of one database on a real PostgreSQL server, and must leave the
 * same rows.
 *
 * In `spread`, the votes go to 2000 bots. In `hot`, all votes of a run go to one bot. Each vote is one that counts: no
 * user votes twice for a bot. A refusal ends the measurement.
 *
 * The limits of the service stay on. Only the number of votes from one address is not limited on loopback, where all
 * visitors have the same one (`VOTES_PER_ADDRESS_PER_DAY` in docs/configuration.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../src/db/client.ts';
import { makeFolder } from '../test/kit/folder.ts';
import {
  BOTS_OF_SAMPLE,
  CAST_VOTE,
  requireSameAnswers,
  VOTERS_OF_SAMPLE,
  type Voter,
} from './casting/answers.ts';
import { runComparison } from './compare/compare.ts';
import { print } from './support.ts';

const BOTS = 2000;
/** Each run of `hot` takes another one. */
const HOT_BOTS = 500;
/** More than the votes of one run. */
const USERS = 120_000;
const INSERTED_AT_ONCE = 10_000;

await runComparison({
  loads: ['spread', 'hot'],
  baselines: { fastify: new URL('./casting/fastify.ts', import.meta.url) },
  script: new URL('./casting/load.lua', import.meta.url),
  connections: [1, 16, 64],

  async prepare({ db, seed }, parts) {
    const seeded = await seed({ bots: BOTS + HOT_BOTS + 2 * BOTS_OF_SAMPLE, users: USERS, votes: 0 });
    const bots = seeded.bots.map(({ id }) => id);
    const voters = await signIn(
      db,
      seeded.users.map(({ id }) => id),
    );
    await db.sql`vacuum (analyze)`;

    const folder = await makeFolder('bench', parts);
    const write = async (name: string, lines: readonly string[]) => {
      const file = join(folder, name);
      await writeFile(file, `${lines.join('\n')}\n`);
      return file;
    };
    const files = await Promise.all([
      write('document', [JSON.stringify(CAST_VOTE)]),
      write(
        'sessions',
        voters.map(({ session }) => session),
      ),
      write('bots', bots.slice(0, BOTS)),
      write('hot-bots', bots.slice(BOTS, BOTS + HOT_BOTS)),
    ]);
    const samples = bots.slice(BOTS + HOT_BOTS);
    return {
      args: (load) => [load, ...files],
      async requireSameAnswers(servers) {
        const sampleOf = (place: number) => ({
          bots: samples.slice(place * BOTS_OF_SAMPLE, (place + 1) * BOTS_OF_SAMPLE),
          voters: voters.slice(0, VOTERS_OF_SAMPLE),
        });
        await requireSameAnswers(servers, sampleOf, db);
        print(`The same answers and rows from ${servers.map(({ name }) => name).join(', ')}.`);
      },
      async tidy() {
        await db.sql`vacuum (analyze) bot_stats, daily_votes, votes, vote_windows, deliveries`;
      },
    };
  },
});

/** Starts a session of each user, as a sign-in does, but many at once. */
async function signIn({ sql }: Database, userIds: readonly string[]): Promise<Voter[]> {
  const voters = userIds.map((id) => ({ id, session: randomBytes(32).toString('base64url') }));
  for (let start = 0; start < voters.length; start += INSERTED_AT_ONCE) {
    const part = voters.slice(start, start + INSERTED_AT_ONCE);
    const hashes = part.map(({ session }) => createHash('sha256').update(session).digest('hex'));
    await sql`
      insert into sessions (id_hash, user_id, created_at, expires_at)
      select decode(hash, 'hex'), user_id, now(), now() + interval '30 days'
      from unnest(${hashes}::text[], ${part.map(({ id }) => id)}::text[]) as session(hash, user_id)`;
  }
  return voters;
}
