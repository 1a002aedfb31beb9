import SchemaBuilder from '@pothos/core';
import {
  type GraphQLInputType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  graphql,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';
import '../../src/schema/bounds.ts';
import { schema } from '../../src/schema/index.ts';

const HUGE = 2 * 1024 * 1024;
/** Scalars whose values cannot be large. */
const SMALL = ['Int', 'Float', 'Boolean', 'DateTime'];

const types = Object.values(schema.getTypeMap());
const fields = types
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

/** Every argument of every field, and every field of every input object. */
const inputs = [
  ...fields.flatMap(({ type, field }) =>
    field.args.map((arg) => ({ name: `${type.name}.${field.name}(${arg.name})`, input: arg })),
  ),
  ...types
    .filter(isInputObjectType)
    .flatMap((type) =>
      Object.values(type.getFields()).map((input) => ({ name: `${type.name}.${input.name}`, input })),
    ),
];

const isList = (type: GraphQLInputType) => isListType(getNullableType(type));

test('Every argument and every field of an input has a bound: texts, ids and JSON a length, lists a count', () => {
  expect(inputs.length).toBeGreaterThan(300);
  const without = inputs.filter(({ input }) => {
    const named = getNamedType(input.type);
    const { max, maxItems } = (input.extensions.bounds ?? {}) as { max?: number; maxItems?: number };
    const isLarge = isScalarType(named) && !SMALL.includes(named.name);
    return (
      (isLarge && !((max ?? Infinity) < HUGE)) || (isList(input.type) && !((maxItems ?? Infinity) <= 2000))
    );
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

/** A value beyond the bound of an input. */
function huge(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return Array.from({ length: 3000 }, () => huge(nullable.ofType));
  if (isInputObjectType(nullable)) {
    const values = Object.values(nullable.getFields()).map((field) => [field.name, huge(field.type)]);
    return Object.fromEntries(values);
  }
  return 'x'.repeat(HUGE);
}

const isRefusedAlone = (type: GraphQLInputType): boolean => {
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    return Object.values(named.getFields()).some((field) => isRefusedAlone(field.type));
  }
  return isList(type) || named.name === 'String';
};

/** Neither a scope nor a resolver may look at it. Only what surrounds mutations does. */
const untouched = () =>
  new Proxy(
    { services: { onVote() {}, listingTouched() {} } },
    {
      get: (target, name) => {
        if (name === 'services') return Reflect.get(target, name);
        throw new Error(`${String(name)} was read.`);
      },
    },
  );

const texts = fields.flatMap(({ type, field }) =>
  field.args
    .filter((arg) => isRefusedAlone(arg.type))
    .map((arg) => ({ name: `${type.name}.${field.name}(${arg.name})`, type, field, arg })),
);

test.each(texts)(
  '$name refuses what is far too large, before anything looks at it',
  async ({ type, field, arg }) => {
    const execute = type.name === 'Subscription' ? field.subscribe : field.resolve;
    const info = {
      parentType: type,
      fieldName: field.name,
      path: { key: field.name },
    } as unknown as GraphQLResolveInfo;
    let outcome: unknown;
    try {
      outcome = await execute?.({}, { [arg.name]: huge(arg.type) }, untouched(), info);
    } catch (error) {
      outcome = error;
    }
    expect(outcome).toMatchObject({
      code: 'INVALID_INPUT',
      reason: expect.stringMatching(/^argument\.too(Long|Many)$/),
    });
  },
);

/** A schema with one field, which tells what its resolver gets. */
function echo(type: 'ID' | 'JSON' | 'String', bounds: object = {}) {
  const builder = new SchemaBuilder<{ Scalars: { JSON: { Input: unknown; Output: unknown } } }>({
    plugins: ['bounds'],
    // The types of the other plugins are global.
  } as never);
  builder.scalarType('JSON', { serialize: (value) => value, parseValue: (value) => value });
  builder.queryType({
    fields: (t) => ({
      echo: t.field({
        type: 'JSON',
        nullable: true,
        args: { value: t.arg({ type, ...bounds }) },
        resolve: (_, { value }) => value,
      }),
    }),
  });
  return async (value: unknown) => {
    const { data } = await graphql({
      schema: builder.toSchema(),
      source: `query ($value: ${type}) { echo(value: $value) }`,
      variableValues: { value },
    });
    return data?.echo;
  };
}

describe('A bound', () => {
  test('is wanted from each text and each JSON value when the schema is built', async () => {
    await expect(echo('String')('a')).rejects.toThrow('Query.echo(value) has no bound.');
    await expect(echo('JSON')('a')).rejects.toThrow('Query.echo(value) has no bound.');
  });

  test('makes a longer id one that nobody has', async () => {
    const id = echo('ID');
    expect(await id('x'.repeat(100))).toBe('x'.repeat(100));
    expect(await id('x'.repeat(101))).toBe('too-long');
  });

  test.each([
    ['a text', 'x'.repeat(100), 'x'.repeat(101)],
    ['texts', ['x'.repeat(49), 'x'.repeat(49)], ['x'.repeat(50), 'x'.repeat(50)]],
    ['keys', { ['x'.repeat(98)]: 1 }, { ['x'.repeat(100)]: 1 }],
    ['numbers', Array.from({ length: 99 }, () => 1), Array.from({ length: 100 }, () => 1)],
    ['levels', { a: { b: ['x'.repeat(90)] } }, { a: { b: ['x'.repeat(100)] } }],
  ])('counts %s of a JSON value, which is a wrong one when it is larger', async (_, fits, large) => {
    const json = echo('JSON', { max: 100 });
    expect(await json(fits)).toEqual(fits);
    expect(await json(large)).toBe('too-long');
  });
});

describe('In the service', () => {
  const subject = useService(1);

  test('a language that no bot can name is refused', async () => {
    const { service } = subject;
    for (const field of [
      'bots(language: $code) { __typename }',
      'searchSuggestions(text: "mu", language: $code) { __typename }',
    ]) {
      const query = `query ($code: String) { result: ${field} }`;
      expect((await service.graphql(query, { code: 'de' })).errors).toBeUndefined();
      for (const code of ['xx', 'DE', '', 'x'.repeat(60_000)]) {
        const { data, errors } = await service.graphql(query, { code });
        expect(data).toBeNull();
        expect(errors?.[0]?.extensions).toMatchObject({
          code: 'INVALID_INPUT',
          reason: code.length > 100 ? 'argument.tooLong' : 'language.unknown',
        });
      }
    }
  });

  test('a huge argument of REST is refused after the token, as any wrong one', async () => {
    const { service } = subject;
    const { id, token } = subject.bot();
    const long = '1'.repeat(5000);
    const ask = async (path: string, authorization: string) => {
      const response = await fetch(`${service.url}/api/v1/bots/${path}`, { headers: { authorization } });
      return [response.status, await response.json()];
    };
    expect(await ask(`${id}/check?userId=${long}`, 'wrong')).toMatchObject([401, {}]);
    expect(await ask(`${id}/check?userId=${long}`, token)).toEqual([
      400,
      { error: 'userId must be a 17 to 19 digit id.' },
    ]);
    expect(await ask(`${long}/check?userId=${newUserId()}`, token)).toMatchObject([404, {}]);
    expect(await ask(`${id}/votes?limit=${long}`, token)).toMatchObject([400, {}]);
    expect(await ask(`${id}/votes?cursor=${long}`, token)).toMatchObject([400, {}]);
  });

  test('a page whose form or address has a huge text says so, and is no fault', async () => {
    const { service } = subject;
    const bot = await given(service.services).listing().approved();
    const cookie = await service.signIn();
    for (const path of [
      `/bots?q=${'x'.repeat(9000)}`,
      `/bots?language=${'x'.repeat(9000)}`,
      `/bots?after=${'x'.repeat(9000)}`,
      `/bot/${'1'.repeat(9000)}`,
    ]) {
      expect((await fetch(service.url + path)).status, path.slice(0, 20)).toBeLessThan(500);
    }
    const response = await fetch(`${service.url}/bot/${bot.id}/report`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ category: 'spam', text: 'x'.repeat(50_000) }),
    });
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).toContain('10');
  });
});
