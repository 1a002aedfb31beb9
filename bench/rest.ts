/**
 * Measures `GET /check` and `POST /stats` of the service against servers that a good engineer would write by hand. All
 * of them use the same tables of one database on a real PostgreSQL server.
 *
 * The rate limits of the service stay on, as the contract sets them. They are per token, and the load uses the tokens
 * of 20 000 bots in turn: a token would reach its 60 reports per minute only at 20 000 reports per second. Any
 * response other than a success ends the measurement.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { makeFolder } from '../test/kit/folder.ts';
import { listenOnLoopback } from '../test/kit/loopback.ts';
import { startRedis } from '../test/kit/redis.ts';
import { runComparison } from './compare/compare.ts';
import { startStandby } from './compare/database.ts';
import { requireSameAnswers } from './rest/answers.ts';
import { print } from './support.ts';

const BOTS = 20_000;
/** As many users vote for each bot, half of them within the last 12 hours. The others never vote. */
const VOTERS = 10;
const USERS = 20;
const program = (name: string) => new URL(`./rest/${name}.ts`, import.meta.url);

// A collector that keeps nothing.
const collector = await listenOnLoopback(
  createServer((request, response) => request.resume().on('end', () => response.end())),
);

await runComparison({
  loads: ['check', 'stats'],
  baselines: {
    'fastify-two-queries': program('fastify-two-queries'),
    'fastify-one-query': program('fastify-one-query'),
    'fastify-pg': program('fastify-pg'),
    fused: program('fused'),
    constant: program('constant'),
  },
  variants: {
    // How much two equal processes differ.
    again: async () => ({}),
    traced: async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin }),
    'traced-all': async () => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_TRACES_SAMPLER_ARG: '1',
    }),
    redis: async (_, parts) => {
      const redis = await startRedis();
      if (!redis) throw new Error('This measurement needs Redis: install redis-server.');
      parts.defer(() => redis.stop());
      return { REDIS_URL: redis.url };
    },
    replica: async ({ environment }, parts) => ({
      DATABASE_REPLICA_URL: (await startStandby(environment.DATABASE_URL, parts)).url,
    }),
  },
  script: new URL('./rest/load.lua', import.meta.url),
  connections: [1, 4, 64, 256],

  async prepare({ db, seed }, parts) {
    const { bots, users } = await seed({ bots: BOTS, users: USERS, votes: 0 });
    const userIds = users.map(({ id }) => id);
    // No vote is near the end of its window, so the right responses stay the same during the comparison.
    await db.sql`
      insert into vote_windows (bot_id, user_id, voted_at)
      select bots.id, voter.id, now() - (position % 2 * 13 + random() * 8) * interval '1 hour'
      from bots, unnest(${userIds.slice(0, VOTERS)}::text[]) with ordinality as voter(id, position)`;
    await db.sql`vacuum (analyze)`;

    const folder = await makeFolder('bench', parts);
    const [botFile, userFile] = [join(folder, 'bots'), join(folder, 'users')];
    await writeFile(botFile, bots.map(({ id, token }) => `${id} ${token}\n`).join(''));
    await writeFile(userFile, userIds.map((id) => `${id}\n`).join(''));
    return {
      args: (load) => [load, botFile, userFile],
      async requireSameAnswers(servers) {
        const answering = servers.filter(({ name }) => name !== 'constant');
        await requireSameAnswers(answering, { bots, userIds }, db);
        print(`The same answers from ${answering.map(({ name }) => name).join(', ')}.`);
      },
      // Clean up after reports, which would slow down the next round.
      async tidy() {
        await db.sql`vacuum (analyze) bot_stats, daily_server_counts`;
      },
    };
  },
});
await collector.close();
