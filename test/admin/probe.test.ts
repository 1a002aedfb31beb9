import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, inject, test } from 'vitest';
import { castVote } from '../../src/domain/vote/cast.ts';
import { openProbe } from '../../src/domain/vote/probe.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { type AdminRun, adminOf } from '../kit/admin.ts';
import { ownDatabase, startDatabase } from '../kit/database.ts';
import { makeFolder } from '../kit/folder.ts';
import { newUserId } from '../kit/ids.ts';
import { listenOnLoopback } from '../kit/loopback.ts';
import { forFile, type OwnService, startOwnService } from '../kit/service.ts';
import { startSilentDatabase } from '../kit/silent-database.ts';

const opened = await forFile(new AsyncDisposableStack());
if (inject('parts').temporal) installTemporalRuntime(createLog('warn'));
const folder = await makeFolder('probe', opened);

/** Starts a service that asks for captchas that nobody can solve, and lets one vote a day come from an address. */
async function startStrictService(role: 'all' | 'web'): Promise<OwnService> {
  const port = String(await freePort(0));
  const service = await startOwnService(
    {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'silent',
      VOTES_PER_ADDRESS_PER_DAY: '1',
      CAPTCHA_SITE_KEY: 'key',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: 'https://127.0.0.1:1/verify',
      CAPTCHA_SCRIPT_URL: 'https://127.0.0.1:1/api.js',
    },
    role,
  );
  opened.defer(() => service.close());
  await service.deliveriesReady;
  return service;
}

async function runProbe(service: OwnService, ...more: string[]): Promise<AdminRun & { metrics: string }> {
  const metrics = join(folder, 'probe.prom');
  const receiver = `http://127.0.0.1:${await freePort(0)}/hook`;
  const run = await adminOf(service.environment)(
    'probe',
    '--receiver',
    receiver,
    '--metrics',
    metrics,
    ...more,
  );
  return { ...run, metrics: readFileSync(metrics, 'utf8') };
}

/**
 * Runs a probe against a site that takes every vote, and sends no webhook.
 *
 * @param onVote what happens when the vote comes
 * @param seconds the limit; long enough for a busy machine to open the database
 */
async function probeStandIn(
  environment: Record<string, string>,
  onVote: (receiver: string) => unknown = () => {},
  seconds = '5',
): Promise<AdminRun & { metrics: string }> {
  await using parts = new AsyncDisposableStack();
  const receiver = `http://127.0.0.1:${await freePort(0)}/`;
  const { origin, close } = await listenOnLoopback(
    createServer(async (_, response) => {
      await onVote(receiver);
      response.end(JSON.stringify({ data: { result: { votedAt: '2026-01-01T00:00:00.000Z' } } }));
    }),
  );
  parts.defer(close);
  const metrics = join(await makeFolder('stand-in', parts), 'probe.prom');
  const options = ['--receiver', receiver, '--metrics', metrics, '--timeout', seconds];
  const run = await adminOf({ ...environment, PUBLIC_URL: origin })('probe', ...options);
  return { ...run, metrics: readFileSync(metrics, 'utf8') };
}

/** How many rows name something whose id begins with 0, by table. */
async function left({ services }: OwnService): Promise<Record<string, number>> {
  const { sql } = services.db;
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'text'
      and (column_name in ('bot_id', 'user_id') or (table_name in ('bots', 'users') and column_name = 'id'))`;
  expect(columns.length).toBeGreaterThan(30);
  const counts = await Promise.all(
    columns.map(async ({ table, column }): Promise<[string, number]> => {
      const rows = await sql`select from ${sql(table)} where ${sql(column)} < '1'`;
      return [table, rows.length];
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe.skipIf(!inject('parts').temporal)('with a worker', () => {
  test('a probe casts a vote that is delivered, more often than an address may vote, and leaves nothing', async () => {
    const service = await startStrictService('all');
    for (let round = 0; round < 2; round += 1) {
      const run = await runProbe(service);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).toMatch(
        /^The vote was accepted after \d+ ms, and its webhook came after \d+ ms\.\n$/,
      );
      expect(run.metrics).toMatch(/^vote_probe_success 1$/m);
      expect(run.metrics).toMatch(/^vote_probe_duration_seconds \d/m);
      expect(await left(service)).toEqual({});
    }
    expect(readdirSync(folder)).toEqual(['probe.prom']);
  });
});

test('a probe whose webhook does not come says so, and a later one deletes what it has left', async () => {
  const service = await startStrictService('web');
  const run = await runProbe(service, '--timeout', '5');
  expect(run).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The vote was accepted, and its webhook did not come within 5 s.\n',
  });
  expect(run.metrics).toMatch(/^vote_probe_success 0$/m);
  expect(await left(service)).toMatchObject({ deliveries: 1, votes: 1, bots: 1, users: 1 });
  expect([...(await service.services.db.sql`select distinct state from deliveries`)]).toEqual([
    { state: 'cancelled' },
  ]);
  const later = {
    ...service.services,
    now: () => new Date(service.services.now().getTime() + 5 * 3_600_000),
  };
  await openProbe(later, 'http://127.0.0.1:9/');
  expect(await left(service)).toMatchObject({ bots: 1, users: 1 });
  expect(await left(service)).not.toHaveProperty('votes');
});

test('nobody sees the bot of a probe, and nobody else can vote for it', async () => {
  await using service = await startOwnService();
  const { services } = service;
  const { id, session } = await openProbe(services, 'http://127.0.0.1:9/');
  expect((await service.call('GET', `/bot/${id}`)).status).toBe(404);
  expect((await service.call('GET', `/widget/${id}`)).status).toBe(404);
  expect((await service.graphql('{ bots { edges { node { id } } } }')).data).toEqual({ bots: { edges: [] } });
  await expect(castVote(services, id, newUserId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const cast = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';
  const voted = await service.graphql(cast, { id }, { cookie: `session=${session}` });
  expect(voted.data?.castVote.__typename).toBe('CastVotePayload');
});

test('a probe is refused an address that webhooks do not go to, and says what it cannot reach', async () => {
  const service = await startStrictService('web');
  const site = `http://127.0.0.1:${await freePort(0)}`;
  const admin = adminOf({ ...service.environment, PUBLIC_URL: site });
  const receiver = `http://127.0.0.1:${await freePort(0)}`;
  expect(await admin('probe', '--receiver', 'http://10.0.0.1:9099')).toMatchObject({ code: 1, stdout: '' });
  expect(await admin('probe', '--receiver', receiver)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(`^${site} does not respond: .*ECONNREFUSED`),
  });
  const taken = new URL(service.url).port;
  expect(await admin('probe', '--receiver', receiver, '--port', taken)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(`^The port ${taken} cannot be opened: .*EADDRINUSE`),
  });
  for (const port of ['abc', '0', '65536'])
    expect((await admin('probe', '--receiver', receiver, '--port', port)).code).toBe(2);
  expect((await admin('probe', '--receiver', receiver, '--timeout', '0')).code).toBe(2);
  expect((await admin('probe', '--receiver', 'nowhere')).code).toBe(2);
  expect(await left(service)).toEqual({});
});

test('a probe migrates nothing: it refuses tables that are too old, and uses newer ones', async () => {
  await using parts = new AsyncDisposableStack();
  const environment = {
    ...(await ownDatabase(parts)),
    DATABASE_URL: (await startDatabase('without tables', parts)).url,
  };
  const run = await probeStandIn(environment);
  expect(run).toMatchObject({
    code: 1,
    stderr: 'The database lacks migrations of this version. Use the version of the running service.\n',
    metrics: expect.stringMatching(/^vote_probe_success 0$/m),
  });
  const sql = postgres(environment.DATABASE_URL);
  parts.defer(() => sql.end());
  expect([...(await sql`select from pg_namespace where nspname = 'drizzle'`)]).toEqual([]);

  const newer = await ownDatabase(parts);
  const sqlOfNewer = postgres(newer.DATABASE_URL);
  parts.defer(() => sqlOfNewer.end());
  await sqlOfNewer`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${Date.now() * 2})`;
  expect((await probeStandIn(newer)).stderr).toMatch(/^The vote was accepted/);
});

test('requests that others sign do not fail a probe, and it counts them', async () => {
  await using parts = new AsyncDisposableStack();
  const statuses: number[] = [];
  const run = await probeStandIn(await ownDatabase(parts), async (receiver) => {
    const headers = { 'x-webhook-event': 'vote.create', authorization: 'whsec_of_another_bot' };
    statuses.push((await fetch(receiver, { method: 'POST', headers, body: '{}' })).status);
  });
  expect(statuses).toEqual([404]);
  expect(run.stderr).toBe(
    'The vote was accepted, and its webhook did not come within 5 s. ' +
      'Requests that its secret had not signed: 1.\n',
  );
});

test('a database that falls silent, or blocks, ends a probe with its metrics', async () => {
  await using parts = new AsyncDisposableStack();
  const own = await ownDatabase(parts);
  const { proxy, url } = await startSilentDatabase(parts);
  const silent = await probeStandIn({ ...own, DATABASE_URL: url }, () => proxy.stayAway());
  expect(silent).toMatchObject({
    code: 1,
    stderr: 'The vote was accepted, and its webhook did not come within 5 s.\n',
    metrics: expect.stringMatching(/^vote_probe_success 0$/m),
  });

  const sql = postgres(own.DATABASE_URL);
  parts.defer(() => sql.end());
  const blocked = await sql.begin(async (transaction) => {
    await transaction`lock table bots in access exclusive mode`;
    return probeStandIn(own, () => {}, '1');
  });
  expect(blocked).toMatchObject({
    code: 1,
    stderr: 'The probe could not be prepared, since the database or the DNS did not respond within 1 s.\n',
    metrics: expect.stringMatching(/^vote_probe_success 0$/m),
  });
});
