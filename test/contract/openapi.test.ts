import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { writeCursor } from '../../src/domain/kernel/keyset-cursor.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import type { Answer } from '../kit/service.ts';
import { useService } from '../kit/use-service.ts';

/** Section 4 of the contract, and the decisions on its public paths and on bodies. */
const TABLE = [
  ['post', '/api/v1/bots/{id}/stats', [200, 400, 401, 404, 408, 413, 415, 429, 500]],
  ['put', '/api/v1/bots/{id}/commands', [200, 400, 401, 404, 408, 413, 415, 429, 500]],
  ['get', '/api/v1/bots/{id}/check', [200, 400, 401, 404, 429]],
  ['get', '/api/v1/bots/{id}/votes', [200, 400, 401, 404, 429]],
  ['get', '/api/v1/bots/{id}/votes/stream', [200, 400, 401, 404, 406, 429]],
  ['get', '/widget/{id}', [200, 404]],
  ['get', '/widget/{id}.svg', [200, 404]],
  ['get', '/api/health', [200, 503]],
] as const;

const CURSOR = writeCursor({ time: new Date(), id: '12345678901234567' });

type Schema = Parameters<typeof z.fromJSONSchema>[0];
interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly responses: Record<string, { content: Record<string, { schema: Schema & { $ref?: string } }> }>;
}
interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const subject = useService(20, { LOG_LEVEL: 'silent', PUBLIC_URL: 'https://bots.example/' });
const userId = newUserId();
let description: Description;
beforeAll(async () => {
  const answer = await subject.service.call('GET', '/api/openapi.json');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  description = answer.body as unknown as Description;
});

const operationOf = (method: string, path: string) => present(description.paths[path]?.[method]);

function expectDocumented(method: string, path: string, answer: Answer): void {
  const response = present(operationOf(method, path).responses[answer.status]);
  const type = present(answer.headers.get('content-type')?.split(';')[0]);
  const { schema } = present(response.content[type]);
  const reference = schema.$ref?.replace('#/components/schemas/', '');
  const resolved = reference === undefined ? schema : present(description.components.schemas[reference]);
  const value = type === 'application/json' ? answer.body : answer.body.text;
  expect(z.fromJSONSchema(resolved).safeParse(value)).toMatchObject({ success: true });
}

describe('The OpenAPI description', () => {
  test('is of version 1.0.0 and names the public address', () => {
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(description.info.version).toBe('1.0.0');
    expect(description.servers).toEqual([{ url: 'https://bots.example' }]);
  });

  test('has every endpoint of the contract and no other', () => {
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(TABLE.map(([method, path]) => `${method} ${path}`).sort());
  });

  test.each(TABLE)('names the statuses of %s %s', (method, path, statuses) => {
    expect(Object.keys(operationOf(method, path).responses).map(Number)).toEqual(statuses);
  });

  test('asks for a token under /api/v1 and nowhere else', () => {
    for (const [method, path] of TABLE) {
      expect(operationOf(method, path).security).toHaveLength(path.startsWith('/api/v1/') ? 1 : 0);
    }
  });

  test('names each operation once, and each {id} as a parameter', () => {
    const operations = TABLE.map(([method, path]) => operationOf(method, path));
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(TABLE.length);
    for (const [method, path] of TABLE) {
      const inPath = operationOf(method, path).parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => parameter.name)).toEqual(path.includes('{id}') ? ['id'] : []);
    }
  });

  test.each([
    ['check', 'userId', true, ['12345678901234567'], ['', '1', 5, null]],
    ['votes', 'limit', undefined, [1, 1000], [0, 1001, 5.5, '5']],
    ['votes', 'cursor', undefined, [CURSOR], [5, '', 'abc', `${CURSOR}=`]],
    ['votes/stream', 'since', undefined, [CURSOR, '2026-01-31T12:00:00Z'], [5, null]],
  ])('describes the query parameters of %s: %s', (endpoint, name, required, good, bad) => {
    const operation = operationOf('get', `/api/v1/bots/{id}/${endpoint}`);
    const parameter = present(operation.parameters.find((candidate) => candidate.name === name));
    expect(parameter).toMatchObject({ in: 'query', ...(required && { required }) });
    const schema = z.fromJSONSchema(parameter.schema);
    for (const value of good) expect(schema.safeParse(value).success).toBe(true);
    for (const value of bad) expect(schema.safeParse(value).success).toBe(false);
  });

  const bodyOf = (method: string, endpoint: string) =>
    present(operationOf(method, `/api/v1/bots/{id}/${endpoint}`).requestBody?.content['application/json'])
      .schema;
  const one = { name: 'a', description: 'b' };
  test.each([
    ['post', 'stats', [{ server_count: 5 }, { guilds: 0 }], [{ server_count: '5' }, { guildCount: 5.5 }, []]],
    ['put', 'commands', [{ commands: [] }, { commands: [one] }], [{}, { commands: [{ ...one, name: '' }] }]],
    [
      'put',
      'commands',
      [],
      [{ commands: [{ ...one, name: 'a\0' }] }, { commands: [{ ...one, description: '\0' }] }],
    ],
  ])('describes the body of %s %s', (method, endpoint, good, bad) => {
    // zod does not read a `oneOf` of required names: the next test does.
    const schema = z.fromJSONSchema({ ...Object(bodyOf(method, endpoint)), oneOf: undefined });
    for (const value of good) expect(schema.safeParse(value).success).toBe(true);
    for (const value of bad) expect(schema.safeParse(value).success).toBe(false);
  });

  test('demands exactly one of the three names of the count', () => {
    expect(bodyOf('post', 'stats')).toMatchObject({
      oneOf: [{ required: ['server_count'] }, { required: ['guildCount'] }, { required: ['guilds'] }],
    });
  });
});

const calls = [
  { path: 'stats', method: 'POST', good: 'stats', body: { server_count: 5 }, bad: 'stats', max: 60 },
  { path: 'commands', method: 'PUT', good: 'commands', body: { commands: [] }, bad: 'commands', max: 10 },
  { path: 'check', method: 'GET', good: `check?userId=${userId}`, bad: 'check', max: 600 },
  { path: 'votes', method: 'GET', good: 'votes?limit=1', bad: 'votes?limit=x', max: 60 },
];

describe.each(calls)('The answers of $method $path', ({ path, method, good, body, bad, max }) => {
  test('are as described, with every status', async () => {
    const bot = subject.bot();
    for (const minute of [1, 2]) await subject.addVote(bot, userId, new Date(Date.now() - minute * 60_000));
    const documented = (answer: Answer, status: number) => {
      expect(answer.status).toBe(status);
      expectDocumented(method.toLowerCase(), `/api/v1/bots/{id}/${path}`, answer);
    };
    const ask = (asked: object = {}) => subject.ask(method, { ...bot, ...asked }, good, body);
    documented(await ask(), 200);
    documented(await subject.ask(method, bot, bad, body && {}), 400);
    documented(await ask({ token: 'unknown' }), 401);
    documented(await ask({ id: newUserId() }), 404);
    if (body) {
      const { db } = subject.services;
      const broken = () => {
        throw new Error('broken');
      };
      vi.spyOn(db, 'sql').mockImplementation(broken);
      vi.spyOn(db.orm, 'update').mockImplementation(broken);
      documented(await ask(), 500);
      vi.restoreAllMocks();
    }
    const limited = await Promise.all(Array.from({ length: max }, () => ask()));
    documented(present(limited.find((answer) => answer.status === 429)), 429);
  });
});

test('The answers of check are as described for a user who has not voted', async () => {
  const answer = await subject.ask('GET', subject.bot(), `check?userId=${newUserId()}`);
  expectDocumented('get', '/api/v1/bots/{id}/check', answer);
});

test.each(['', '.svg'])('The answers of the widget are as described: %o', async (end) => {
  const path = `/widget/{id}${end}`;
  const bot = subject.bot();
  expectDocumented('get', path, await subject.service.call('GET', `/widget/${bot.id}${end}`));
  expectDocumented('get', path, await subject.service.call('GET', `/widget/${newUserId()}${end}`));
});

test('The theme of the widget is any text, as described, and all but dark is light', async () => {
  const path = '/widget/{id}.svg';
  const [theme] = operationOf('get', path).parameters.filter(({ name }) => name === 'theme');
  const { id } = subject.bot();
  const picture = async (query: string) => {
    const answer = await subject.service.call('GET', `/widget/${id}.svg${query}`);
    expectDocumented('get', path, answer);
    return answer.body.text;
  };
  const light = await picture('');
  for (const value of ['light', '', 'blue', 'DARK', 'a&theme=dark']) {
    expect(z.fromJSONSchema(present(theme).schema).safeParse(value).success).toBe(true);
    expect(await picture(`?theme=${value}`)).toBe(light);
  }
  expect(await picture('?theme=dark')).not.toBe(light);
});

test('The answers of health are as described', async () => {
  expectDocumented('get', '/api/health', await subject.service.call('GET', '/api/health'));
  const status = vi.spyOn(subject.services, 'databaseStatus').mockResolvedValue('unavailable');
  const answer = await subject.service.call('GET', '/api/health');
  status.mockRestore();
  expect(answer.status).toBe(503);
  expectDocumented('get', '/api/health', answer);
});
