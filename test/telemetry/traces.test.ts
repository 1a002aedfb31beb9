import { afterAll, expect, test } from 'vitest';
import { type CollectedSpan, startCollector } from '../kit/collector.ts';
import { first, present } from '../kit/present.ts';
import { forFile, startService } from '../kit/service.ts';

const PARENT_SPAN = '00f067aa0ba902b7';
const CHECK = 'GET /api/v1/bots/:id/check';

const collector = await forFile(startCollector());
const environment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_TRACES_SAMPLER_ARG: '1',
  OTEL_SERVICE_NAME: 'listing-of-a-test',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20run',
};
const service = await forFile(startService(environment));
afterAll(() => {
  // A trace of a page that fails, and of a statement that does.
  for (const fault of service.faults.splice(0)) expect(fault).toContain('42P01');
});

const traceId = (number: number) => number.toString(16).padStart(32, 'a');
const parentOf = (id: string, flags = '01') => ({ traceparent: `00-${id}-${PARENT_SPAN}-${flags}` });

async function spansOf(id: string, name: string): Promise<CollectedSpan[]> {
  const spans = () => collector.spans().filter((span) => span.traceId === id);
  await expect.poll(() => spans().map((span) => span.name), { timeout: 20_000 }).toContain(name);
  return spans();
}

const check = (botId: string, token: string, userId: string, headers: Record<string, string>) =>
  fetch(`${service.url}/api/v1/bots/${botId}/check?userId=${userId}`, {
    headers: { authorization: token, ...headers },
  });

test('a request of a bot goes on with the trace of its sender, down to its statement', async () => {
  const { bots, users } = await service.seed();
  const [{ id, token }, user] = [first(bots), first(users)];
  const response = await check(id, token, user.id, { ...parentOf(traceId(1)), 'x-request-id': 'of-a-bot' });
  expect(response.status).toBe(200);
  const spans = await spansOf(traceId(1), CHECK);

  const request = present(spans.find(({ name }) => name === CHECK));
  expect(request).toMatchObject({
    parentSpanId: PARENT_SPAN,
    service: 'listing-of-a-test',
    attributes: { 'http.route': '/api/v1/bots/:id/check', 'http.request.id': 'of-a-bot' },
  });
  const operation = present(spans.find(({ name }) => name.startsWith('GraphQL ')));
  expect(operation.parentSpanId).toBe(request.spanId);
  // The first request of a token also looks it up, before its operation.
  const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toEqual([request.spanId, operation.spanId]);
  const exported = Buffer.concat(collector.requests.map(({ body }) => body)).toString();
  expect(exported).toContain('test run');
  for (const secret of [token, token.slice(4), user.id, id]) expect(exported).not.toContain(secret);
});

test('a statement that serves several requests is in the trace of each', async () => {
  const { bots, users } = await service.seed({ bots: 20 });
  const ids = bots.map((_, index) => traceId(100 + index));
  const responses = bots.map(({ id, token }, index) =>
    check(id, token, first(users).id, parentOf(present(ids[index]))),
  );
  for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
  const sizes: unknown[] = [];
  for (const id of ids) {
    const spans = await spansOf(id, CHECK);
    const operation = present(spans.find(({ name }) => name.startsWith('GraphQL ')));
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(operation.spanId);
    sizes.push(...statements.map(({ attributes }) => attributes['db.operation.batch.size']));
  }
  expect(Math.max(...sizes.map((size) => Number(size ?? 1)))).toBeGreaterThan(1);
});

test('a fault is marked with the code of its class, and its text stays here', async () => {
  const { sql } = service.services.db;
  await sql`alter table bots rename to bots_elsewhere`;
  const response = await fetch(`${service.url}/bot/10000000000000002`, { headers: parentOf(traceId(2)) });
  await sql`alter table bots_elsewhere rename to bots`;
  expect(response.status).toBe(500);
  const spans = await spansOf(traceId(2), 'GET /bot/:botId');
  const failed = spans.map(({ attributes }) => attributes['error.type']).filter((type) => type !== undefined);
  expect(failed).toContain('500');
  expect(failed).toContain('42P01');
  const exported = Buffer.concat(collector.requests.map(({ body }) => body)).toString();
  expect(exported).not.toMatch(/does not exist|10000000000000002| {4}at /);
});

test('a trace that the sender does not record has no spans', async () => {
  await fetch(`${service.url}/api/health`, { headers: parentOf(traceId(3), '00') });
  await fetch(`${service.url}/api/health`, { headers: parentOf(traceId(4)) });
  await spansOf(traceId(4), 'GET /api/health');
  expect(collector.spans().filter((span) => span.traceId === traceId(3))).toEqual([]);
});
