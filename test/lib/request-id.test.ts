import { describe, expect, test } from 'vitest';
import { given } from '../kit/given.ts';
import { keepLog } from '../kit/kept-log.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const UNKNOWN_BOT = '/bot/10000000000000000';
const { log, lines } = keepLog();

const service = await forFile(startOwnService({}, 'web', log));

const idOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await fetch(service.url + path, { method, headers })).headers.get('x-request-id');

const ERRORS: [string, string, string][] = [
  ['a page', 'GET', UNKNOWN_BOT],
  ['the REST interface', 'GET', '/api/v1/bots/1/check'],
  ['an unknown path of the REST interface', 'GET', '/api/unknown'],
  ['a wrong method', 'POST', '/livez'],
  ['a form of another site', 'POST', '/sign-in'],
];

describe.each(ERRORS)('An error response of %s', (_, method, path) => {
  test('has the id that the request gave', async () => {
    expect(await idOf(path, { 'x-request-id': 'proxy-1.a:7' }, method)).toBe('proxy-1.a:7');
  });

  test('has the trace id that the request gave', async () => {
    const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
    expect(await idOf(path, { traceparent }, method)).toBe(TRACE_ID);
    expect(await idOf(path, { traceparent, 'x-request-id': 'a' }, method)).toBe('a');
  });

  test.each([
    ['nothing', {}],
    ['an id with spaces', { 'x-request-id': 'a b' }],
    ['an id of 65 characters', { 'x-request-id': 'a'.repeat(65) }],
    ['an id with quotes', { 'x-request-id': '"a"' }],
    ['a trace id of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['a trace of the invalid version', { traceparent: `ff-${TRACE_ID}-00f067aa0ba902b7-01` }],
  ])('has a random id when the request gave %s', async (_given, headers) => {
    const first = await idOf(path, headers, method);
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(first).not.toBe(TRACE_ID);
    expect(await idOf(path, headers, method)).not.toBe(first);
  });
});

test('a successful response has the id only if the request gave one', async () => {
  expect(await idOf('/api/health')).toBeNull();
  expect(await idOf('/api/health', { 'x-request-id': 'mine' })).toBe('mine');
  expect(await idOf('/', { 'x-request-id': 'mine' })).toBe('mine');
});

test('a probe that reports success and a cached widget have none', async () => {
  const { id } = await given(service.services).listing().approved();
  expect(await idOf('/livez', { 'x-request-id': 'mine' })).toBeNull();
  expect(await idOf('/readyz', { 'x-request-id': 'mine' })).toBeNull();
  expect(await idOf(`/widget/${id}`, { 'x-request-id': 'mine' })).toBe('mine');
  await expect.poll(() => idOf(`/widget/${id}`, { 'x-request-id': 'mine' })).toBeNull();
});

test('every GraphQL response has an id, because errors have status 200', async () => {
  expect(await idOf('/graphql?query={health{ok}}')).toMatch(/^[\da-f]{32}$/);
});

test('a fault has the same id in the response, on the page and in the log', async () => {
  const { sql } = service.services.db;
  await sql`alter table bots rename to bots_elsewhere`;
  try {
    // No other test has asked for it, so nothing about it is cached.
    const response = await fetch(`${service.url}/bot/10000000000000001`, {
      headers: { 'x-request-id': 'of-this-fault' },
    });
    expect(response.status).toBe(500);
    expect(response.headers.get('x-request-id')).toBe('of-this-fault');
    expect(await response.text()).toContain('of-this-fault');
    expect(lines.filter(({ requestId }) => requestId === 'of-this-fault')).toMatchObject([
      { msg: 'A request failed.', fault: expect.stringContaining('42P01') },
    ]);
  } finally {
    await sql`alter table bots_elsewhere rename to bots`;
  }
});
