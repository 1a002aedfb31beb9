/**
 * Fastify and node-postgres with pipelining: one statement for token and work.
 *
 * node-postgres (8.23) pipelines when a `Client` is made with `pipeline: true`: it sends a query without waiting for
 * the responses to those before. Its `Pool` lends a client to one query at a time, which leaves nothing to pipeline,
 * so requests use a few clients in turn. A query with a name is prepared once per connection.
 */
import pg from 'pg';
import { listenWithFastify } from './fastify-app.ts';
import { CHECK, REPORT } from './one-statement.ts';

/** As many as `Pool` and postgres.js have by default. */
const CONNECTIONS = 10;

const clients = Array.from(
  { length: CONNECTIONS },
  () => new pg.Client({ connectionString: process.env.DATABASE_URL, pipeline: true }),
);
await Promise.all(clients.map((client) => client.connect()));
let next = 0;

async function first<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row | undefined> {
  const client = clients[next++ % CONNECTIONS];
  return (await client?.query<Row>({ name, text, values }))?.rows[0];
}

await listenWithFastify({
  check: (tokenHash, userId) => first('check', CHECK, [tokenHash, userId]),
  report: async (tokenHash, botId, serverCount) =>
    (await first<{ botId: string }>('report', REPORT, [tokenHash, botId, serverCount]))?.botId,
});
