import { serverAudits } from 'graphql-http';
import { describe, expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { send } from '../../kit/send.ts';
import type { GraphQLAnswer } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';

describe('The GraphQL endpoint', () => {
  const subject = useService(10);
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${subject.service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const voteFor = (id: string) =>
    JSON.stringify({ query: `mutation { result: castVote(botId: "${id}") { __typename } }` });
  const votesFor = async (id: string) => {
    const rows = await subject.services.db.sql`select from votes where bot_id = ${id}`;
    return rows.length;
  };

  test('refuses several operations in one request', async () => {
    const response = await post(
      JSON.stringify([{ query: '{ health { ok } }' }, { query: '{ health { ok } }' }]),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('"ok":');
  });

  const document = (query: string) => JSON.stringify({ query });
  test.each([
    ['a body without a document', '{}', 'BAD_REQUEST'],
    ['a list', '[]', 'BAD_REQUEST'],
    ['a body that is too large', ' '.repeat(64 * 1024 + 1), 'BODY_TOO_LARGE'],
    [
      'no operation of that name',
      '{"query":"{ health { ok } }","operationName":"A"}',
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['a negative length of a page', document('{ bots(first: -1) { edges { cursor } } }'), 'INVALID_INPUT'],
    ['one from the end', document('{ bots(last: -1) { edges { cursor } } }'), 'INVALID_INPUT'],
    [
      'an operation that is too complex',
      document('{ bots(first: 100) { edges { node { deliveries(first: 100) { id } } } } }'),
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('refuses %s with a code', async (_, body, code) => {
    const { errors } = (await (await post(body)).json()) as GraphQLAnswer;
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual([code]);
  });

  test("refuses a user's body over 1 MiB with 413, and takes one just below", async () => {
    const cookie = await subject.signIn();
    const ofSize = (bytes: number) => {
      const body = JSON.stringify({ query: '{ health { ok } }', extensions: { padding: '' } });
      return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
    };
    expect((await post(ofSize(1024 * 1024), { cookie })).status).toBe(200);
    expect((await post(ofSize(1024 * 1024 + 1), { cookie })).status).toBe(413);
  });

  test.each([
    ['over 64 KiB', '', 5 * 16],
    ["over 1 MiB, a user's,", newUserId(), 5 * 256],
  ])('refuses a body %s that does not tell its length', async (_, userId, kib) => {
    const pieces = Array.from({ length: 5 }, () => new Uint8Array((kib / 5) * 1024).fill(32));
    const cookie = userId && (await subject.signIn(userId));
    const headers = { 'content-type': 'application/json', cookie };
    const response = await send(subject.service.url, 'POST', '/graphql', { headers, pieces });
    expect(response.status).toBe(413);
  });

  test('runs no mutation by GET', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn();
    const { query } = JSON.parse(voteFor(bot.id)) as { query: string };
    const response = await fetch(`${subject.service.url}/graphql?${new URLSearchParams({ query })}`, {
      headers: { cookie, accept: 'application/json' },
    });
    expect(response.status).toBe(405);
    expect(await votesFor(bot.id)).toBe(0);
  });

  test('runs no mutation that comes as a form or as text, which other sites can send', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const foreign = { cookie, 'content-type': type, 'sec-fetch-site': 'cross-site' };
      await post(voteFor(bot.id), foreign);
    }
    expect(await votesFor(bot.id)).toBe(0);
  });

  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  test.each(foreign)('takes a session on a POST with %o for nobody', async (headers) => {
    const bot = subject.bot();
    const cookie = await subject.signIn();
    const refused = await (
      await post(voteFor(bot.id), { cookie, ...headers } as Record<string, string>)
    ).json();
    expect(refused).toEqual({ data: { result: { __typename: 'UnauthenticatedError' } } });
    expect(await votesFor(bot.id)).toBe(0);
    const own = await (await post(voteFor(bot.id), { cookie, 'sec-fetch-site': 'same-origin' })).json();
    expect(own).toEqual({ data: { result: { __typename: 'CastVotePayload' } } });
  });

  test('lets no other site read its answers', async () => {
    const response = await post('{"query":"{ health { ok } }"}', { origin: 'https://evil.example' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('prefers an Authorization header to a session, also a wrong one', async () => {
    const cookie = await subject.signIn();
    const { data, errors } = await subject.service.graphql(
      '{ viewer { userId } }',
      {},
      { cookie, authorization: 'blt_unknown' },
    );
    expect(data?.viewer ?? null).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});

const subject = useService(1);
const audits = serverAudits({ url: () => `${subject.service.url}/graphql` });

test.each(audits.map(({ name, id, fn }) => ({ name, id, fn })))(
  'GraphQL over HTTP: $name ($id)',
  async ({ fn }) => {
    const { status, ...rest } = await fn();
    expect(status, JSON.stringify(rest)).toBe('ok');
  },
);
