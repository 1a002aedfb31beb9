import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCompiledDocuments } from '../../src/documents/compiled.ts';
import { createRest } from '../../src/rest/handler.ts';
import type { Context } from '../../src/schema/context.ts';
import { schema } from '../../src/schema/index.ts';
import { newUserId } from '../kit/ids.ts';
import { send } from '../kit/send.ts';
import { useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const endpoints = [
  { method: 'POST', endpoint: 'stats', body: { server_count: 5 } },
  { method: 'PUT', endpoint: 'commands', body: { commands: [] } },
  { method: 'GET', endpoint: `check?userId=${newUserId()}`, body: undefined },
  { method: 'GET', endpoint: 'votes', body: undefined },
];
const INSIDE = /select|insert|update|postgres|sql|constraint|econn|socket|stack|\.ts|node_modules|secret/i;

describe('When the work fails', () => {
  const subject = useService(10, { LOG_LEVEL: 'silent' });
  afterEach(() => void vi.restoreAllMocks());

  test.each(endpoints)('$method $endpoint is answered with 500 and nothing from inside', async (asked) => {
    const bot = subject.bot();
    const { services } = subject;
    const { db } = services;
    const broken = () => {
      throw new Error('insert into votes: secret 42 violates a constraint (store.ts:5)');
    };
    vi.spyOn(db.orm, 'update').mockImplementation(broken);
    vi.spyOn(db, 'sql').mockImplementation(broken);
    const answer = await subject.ask(asked.method, bot, asked.endpoint, asked.body);
    expectFailure(answer, 500);
    expect(answer.body.error).not.toMatch(INSIDE);
    vi.restoreAllMocks();
    expect((await subject.ask(asked.method, bot, asked.endpoint, asked.body)).status).toBe(200);
  });
});

test('A token that cannot be looked up is a fault before anything of the request is done', async () => {
  const fault = new Error('The database is away.');
  const actor = vi.fn().mockRejectedValue(fault);
  const operations = createRest({ documents: createCompiledDocuments(schema), onFault: () => {} });
  const readJson = vi.fn();
  const report = operations.find(({ operationId }) => operationId === 'reportStats');
  const answer = report?.handler({
    context: { actor, tokenKey: () => undefined } as unknown as Context,
    query: new URLSearchParams(),
    params: ['123456789012345678'],
    method: 'GET',
    headers: {},
    readJson,
  });
  // The edge answers what is thrown here with 500.
  await expect(answer).rejects.toBe(fault);
  // The operation would ask a second time.
  expect(actor).toHaveBeenCalledOnce();
  expect(readJson).not.toHaveBeenCalled();
});

describe('When the database is unreachable', () => {
  const subject = useService(6, { LOG_LEVEL: 'silent' });
  beforeAll(() => subject.services.db.close());

  test.each(endpoints)('$method $endpoint is answered with 500 and nothing from inside', async (asked) => {
    const answer = await subject.ask(asked.method, subject.bot(), asked.endpoint, asked.body);
    expectFailure(answer, 500);
    expect(answer.body.error).not.toMatch(INSIDE);
  });

  test.each(['', '.svg'])('a widget is answered with 500 that no cache keeps: %o', async (end) => {
    const answer = await subject.service.call('GET', `/widget/${subject.bot().id}${end}`);
    expectFailure(answer, 500);
    expect(answer.body.error).not.toMatch(INSIDE);
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public');
  });

  test('what needs no database is answered as ever: unknown paths, methods, headers and bodies', async () => {
    expectFailure(await subject.service.call('GET', '/api/unknown'), 404);
    expectFailure(await subject.service.call('GET', '/api/v1/bots/123456789012345678/stats'), 405);
    expectFailure(await subject.service.call('GET', '/api/v1/bots/123456789012345678/votes'), 401);
    expect((await subject.service.call('GET', '/api/openapi.json')).status).toBe(200);
  });

  test('health is 503 and says that the database is unavailable', async () => {
    const answer = await subject.service.call('GET', '/api/health');
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      status: 'unavailable',
      database: 'unavailable',
      error: expect.any(String),
    });
    expect(answer.body.error).not.toMatch(INSIDE);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await send(subject.service.url, 'HEAD', '/api/health')).status).toBe(503);
  });
});
