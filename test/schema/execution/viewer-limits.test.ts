import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';

const ADMIN = newUserId();
const aliases = (count: number, selection: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${selection}`).join(' ');

describe('What a document may cost', () => {
  const subject = useService(2, { ADMIN_USER_IDS: ADMIN });
  const headersOf = async (viewer: string): Promise<Record<string, string>> => {
    if (viewer === 'anonymous') return {};
    if (viewer === 'bot') return { authorization: subject.bot().token };
    return { cookie: await subject.signIn(viewer === 'admin' ? ADMIN : newUserId()) };
  };
  // A page of n bots with m fields each counts 1 + n / 10 * (1 + 10 * (1 + m)).
  const small = '{ bots(first: 40) { edges { node { botId name } } } }';
  const middling = `{ bots(first: 40) { edges { node { ${aliases(30, 'name')} } } } }`;
  const large = `{ bots(first: 100) { edges { node { ${aliases(30, 'name')} } } } }`;
  const excessive = `{ bots(first: 100) { edges { node { ${aliases(90, 'name')} } } } }`;

  test.each([
    ['anonymous', [true, false, false, false]],
    ['bot', [true, true, false, false]],
    ['user', [true, true, false, false]],
    ['admin', [true, true, true, false]],
  ])('depends on the viewer: %s', async (viewer, admitted) => {
    const headers = await headersOf(viewer);
    const answers = [];
    for (const query of [small, middling, large, excessive]) {
      const { errors } = await subject.service.graphql(query, {}, headers);
      if (errors) expect(errors[0]?.message).toMatch(/complexity/i);
      answers.push(errors === undefined);
    }
    expect(answers).toEqual(admitted);
  });

  test.each([
    ['aliases', `mutation { ${aliases(11, 'reportStats(botId: "1", report: 1) { __typename }')} }`],
    [
      'fragments',
      `mutation { ...A ...B ... on Mutation { ...A } }
       fragment A on Mutation { ${aliases(5, 'reportStats(botId: "1", report: 1) { __typename }')} }
       fragment B on Mutation { b: reportStats(botId: "1", report: 1) { __typename } }`,
    ],
  ])('includes at most ten mutations, counted through %s', async (_, query) => {
    const { data, errors } = await subject.service.graphql(query);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ message: 'An operation can have at most 10 mutations.' }]);
    const ten = `mutation { ${aliases(10, 'reportStats(botId: "1", report: 1) { __typename }')} }`;
    expect((await subject.service.graphql(ten)).errors).toBeUndefined();
  });

  test.each([
    'subscription { deliveryAttempts(botId: "1") @include(if: false) { name } }',
    'subscription { ... @include(if: false) { deliveryAttempts(botId: "1") { name } } }',
    'subscription { ...A @skip(if: true) } fragment A on Subscription { deliveryAttempts(botId: "1") { name } }',
    'subscription { ...A } fragment A on Subscription { deliveryAttempts(botId: "1") @skip(if: true) { name } }',
  ])('never includes a subscription of nothing, which is no fault of the service: %s', async (query) => {
    const { data, errors } = await subject.service.graphql(query);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      { message: 'The field of a subscription must not have @skip or @include.' },
    ]);
  });

  test('is judged also for fragments in a circle, which are refused', async () => {
    const query = 'mutation { ...A } fragment A on Mutation { ...B } fragment B on Mutation { ...A }';
    const { errors } = await subject.service.graphql(query);
    expect(errors?.map(({ message }) => message).join()).toMatch(/itself/);
  });
});

describe('Without introspection', () => {
  const subject = useService(1, { ADMIN_USER_IDS: ADMIN, INTROSPECTION: 'false' });

  test.each(['anonymous', 'user', 'bot'])('the schema is not told to: %s', async (viewer) => {
    const headers: Record<string, string> =
      viewer === 'anonymous'
        ? {}
        : viewer === 'user'
          ? { cookie: await subject.signIn() }
          : { authorization: (await subject.service.seed()).bots[0]?.token ?? '' };
    const { data, errors } = await subject.service.graphql(getIntrospectionQuery(), {}, headers);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toMatch(/introspection/i);
    const wrong = await subject.service.graphql('{ bot(botId: "1") { nam } }', {}, headers);
    expect(wrong.errors?.[0]?.message).toBe('The document does not fit the schema.');
    const right = await subject.service.graphql('{ __typename health { __typename ok } }', {}, headers);
    expect(right).toEqual({ data: { __typename: 'Query', health: { __typename: 'Health', ok: true } } });
  });

  test('the schema is told to an admin', async () => {
    const cookie = await subject.signIn(ADMIN);
    const { data, errors } = await subject.service.graphql(getIntrospectionQuery(), {}, { cookie });
    expect(errors).toBeUndefined();
    expect(data?.__schema.types.length).toBeGreaterThan(10);
    const wrong = await subject.service.graphql('{ bot(botId: "1") { nam } }', {}, { cookie });
    expect(wrong.errors?.[0]?.message).toMatch(/did you mean "name"/i);
  });
});
