import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { forFile, startService } from '../kit/service.ts';

const port = await freePort(0);
const service = await forFile(startService({ METRICS_PORT: String(port) }));

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of a series; undefined when there is none. */
function readSeries(body: string, series: string): number | undefined {
  const line = body.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const COUNT = 'http_server_request_duration_seconds_count';
const responses = (method: string, route: string, status: number) =>
  `${COUNT}{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"}`;

test('responses are counted by method, route and status, not by the path of each listing', async () => {
  const { bots } = await service.seed({ bots: 1 });
  const [bot] = bots;
  const check = `/api/v1/bots/${bot?.id}/check?userId=10000000000000000`;
  expect((await service.call('GET', check, { token: bot?.token ?? '' })).status).toBe(200);
  expect((await service.call('GET', check)).status).toBe(401);
  for (const path of [`/bot/${bot?.id}`, `/bot/${bot?.id}`, '/nowhere', '/api/nowhere']) {
    await (await fetch(service.url + path)).text();
  }
  await fetch(service.url, { method: 'DELETE' });
  await expect.poll(async () => readSeries(await scrape(), responses('_OTHER', '/', 405))).toBe(1);
  const body = await scrape();
  expect(readSeries(body, responses('GET', '/api/v1/bots/:id/check', 200))).toBe(1);
  expect(readSeries(body, responses('GET', '/api/v1/bots/:id/check', 401))).toBe(1);
  expect(readSeries(body, responses('GET', '/bot/:botId', 200))).toBe(2);
  expect(readSeries(body, responses('GET', '/*', 404))).toBe(1);
  expect(readSeries(body, responses('GET', '/api/*', 404))).toBe(1);
  expect(body).not.toContain(bot?.id);
});

test('operations of the service have their names, and those of others share one', async () => {
  await service.graphql('query Mine { health { ok } }');
  await service.graphql('query Yours { health { ok } }');
  await service.call('GET', '/api/health');
  const body = await scrape();
  const name = 'graphql_operation_duration_seconds_count';
  expect(readSeries(body, `${name}{operation="Health",outcome="ok"}`)).toBe(1);
  // A document without a name has that of its first field.
  expect(readSeries(body, `${name}{operation="viewer",outcome="ok"}`)).toBeGreaterThan(0);
  expect(readSeries(body, `${name}{operation="other",outcome="ok"}`)).toBe(2);
  expect(body).not.toContain('Mine');
});

test('statements are measured by pool, and failed ones apart', async () => {
  const { sql } = service.services.db;
  const name = 'db_client_operation_duration_seconds_count';
  const failedBefore = readSeries(await scrape(), `${name}{pool="bots",outcome="error"}`) ?? 0;
  const before = readSeries(await scrape(), `${name}{pool="bots",outcome="ok"}`) ?? 0;
  await sql`select 1`;
  await sql`select from no_such_table`.catch(() => undefined);
  await sql.begin(async (transaction) => void (await transaction`select 2`));
  const body = await scrape();
  expect(readSeries(body, `${name}{pool="bots",outcome="error"}`)).toBe(failedBefore + 1);
  // The scrapes and the clock send statements, too.
  expect(readSeries(body, `${name}{pool="bots",outcome="ok"}`)).toBeGreaterThanOrEqual(before + 4);
  expect(readSeries(body, 'db_client_connection_wait_time_seconds_count{pool="bots"}')).toBeGreaterThan(0);
});

test('decisions of rate limits are counted by budget', async () => {
  const { bots } = await service.seed({ bots: 1 });
  const [bot] = bots;
  const put = () =>
    service.call('PUT', `/api/v1/bots/${bot?.id}/commands`, { token: bot?.token ?? '', body: [] });
  for (let request = 0; request < 11; request += 1) await put();
  const body = await scrape();
  const name = 'rate_limit_decisions_total';
  expect(readSeries(body, `${name}{budget="commands",decision="admitted"}`)).toBe(10);
  expect(readSeries(body, `${name}{budget="commands",decision="refused"}`)).toBe(1);
});

test('CPU, memory, event loop and garbage collection of the process are there', async () => {
  const body = await scrape();
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
  ]) {
    expect(readSeries(body, name)).toBeGreaterThan(0);
  }
});

test('the port has probes, and nothing else', async () => {
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { ready: true, draining: false, database: 'ok' },
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404);
});
