import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { postOperation } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';

const TYPES = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

/** What a stranger could guess from: every name of the schema that is not a word of its own sentences. */
const NAMES = new Set(
  TYPES.flatMap((type) => {
    if (isEnumType(type)) return [type.name, ...type.getValues().map(({ name }) => name)];
    if (!(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))) return [type.name];
    return [type.name, ...Object.keys(type.getFields())];
  }),
);
const WORDS = ['message', 'code', 'name', 'field', 'node', 'id', 'errors', 'data', 'to'];

interface Probe {
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string;
}

/** Mistakes that the libraries would explain with names that were not sent. */
const PROBES: Probe[] = [
  { query: '{ bo(botId: "1") { a } }' },
  { query: '{ bot }' },
  { query: '{ bot { a } }' },
  { query: '{ bot(botIds: "1") { a } }' },
  { query: '{ bot(botId: "1") }' },
  { query: '{ bot(botId: "1") { webhok } }' },
  { query: '{ bot(botId: "1") { webhook } }' },
  { query: '{ bot(botId: "1") { ... on Delivry { a } } }' },
  { query: '{ bot(botId: "1") { ... on Delivery { a } } }' },
  { query: '{ node(id: "1") { botId } }' },
  { query: '{ bots(first: "a") { edgs } }' },
  { query: '{ bots(order: NEWST) { edges { cursor } } }' },
  { query: '{ bots(order: 1) { edges { cursor } } }' },
  { query: '{ health @skp(if: true) { ok } }' },
  { query: '{ health @skip { ok } }' },
  { query: 'query ($a: ListingInpt) { health { ok } }' },
  { query: 'query ($a: Bot) { health { ok } }' },
  { query: 'query ($a: String) { bots(order: $a) { edges { cursor } } }' },
  { query: 'query ($a: DirectoryOrder) { bots(order: $a) { edges { cursor } } }', variables: { a: 'NEWST' } },
  { query: 'query ($a: Int) { bots(first: $a) { edges { cursor } } }', variables: { a: {} } },
  { query: 'query ($a: ID!) { bot(botId: $a) { name } }' },
  { query: 'query ($a: ID!) { bot(botId: $a) { name } }', variables: { a: null } },
  {
    query: 'mutation ($a: ListingInput!) { submitListing(botId: "1", listing: $a) { __typename } }',
    variables: { a: { nam: '' } },
  },
  {
    query: 'mutation ($a: ListingInput!) { submitListing(botId: "1", listing: $a) { __typename } }',
    variables: { a: { tags: [1] } },
  },
  { query: 'mutation { submitListing(botId: "1", listing: { nam: "" }) { __typename } }' },
  { query: 'mutation { submitListing(botId: "1", listing: "") { __typename } }' },
  { query: 'mutation { submitListing(botId: "1") { __typename } }' },
  { query: 'mutation { resendFailedDeliveries(botId: "1", since: "today") { __typename } }' },
  { query: 'mutation { a: removeAvatar(botId: "1") { botId } }' },
  { query: 'subscription { deliveryAttempt(botId: "1") { name } }' },
  { query: 'subscription { deliveryAttempts { name } }' },
  { query: 'subscription ($a: ID!) { deliveryAttempts(botId: $a) { name } }', variables: { a: [] } },
  { query: 'fragment A on Delivery { id } { health { ok } }' },
  { query: '{ health { ok } } { health { ok } }' },
  { query: 'query A { health { ok } } query B { health { ok } }', operationName: 'C' },
  { query: '{ __schema { types { name } } }' },
  { query: '{ __type(name: "Delivery") { name } }' },
];

describe('With introspection off', () => {
  const subject = useService(1, { INTROSPECTION: 'false', ANONYMOUS_OPERATIONS_PER_MINUTE: '0' });
  const ask = async (probe: Probe, headers: Record<string, string> = {}) => {
    const response = await postOperation(subject.service.url, probe, headers);
    return response.text();
  };

  test.each(PROBES)('no name is told that was not sent: %o', async (probe) => {
    const cookie = await subject.signIn();
    for (const headers of [{}, { cookie }]) {
      const answer = await ask(probe, headers);
      expect(JSON.parse(answer)).toEqual({ errors: expect.any(Array) });
      const sent = new Set(`${JSON.stringify(probe)} ${WORDS.join(' ')}`.match(/\w+/g));
      const told = (answer.match(/\w+/g) ?? []).filter((word) => NAMES.has(word) && !sent.has(word));
      expect(told).toEqual([]);
    }
  });

  test('a node of a forged type is none, whether there is such a type or not', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const query = `query (${ids.map((id) => `$${id}: ID!`)}) { ${ids.map((id) => `${id}: node(id: $${id}) { id }`)} }`;
    const types = TYPES.map(({ name }) => name);
    for (const type of [...types, 'Nothing', 'delivery', 'constructor', '__proto__', '__Type', '', ' ']) {
      const [a, b, c] = [`${type}:1`, `${type}:123456789012345678`, type];
      const answer = await ask({ query, variables: { a, b, c, d: `${type}:`, e: `${type}:a:b` } });
      expect(answer, type).toBe('{"data":{"a":null,"b":null,"c":null,"d":null,"e":null}}');
    }
  });
});

const subject = useService(1);

test.each([
  ['the standard document', {}],
  // What GraphiQL and generators of client code ask for.
  [
    'the fullest document',
    {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    },
  ],
])('introspection by %s is answered to anybody, with the whole schema', async (_, options) => {
  const { data, errors } = await subject.service.graphql(getIntrospectionQuery(options));
  expect(errors).toBeUndefined();
  const answered = buildClientSchema(data as unknown as IntrospectionQuery);
  expect(printSchema(lexicographicSortSchema(answered))).toBe(printSchema(lexicographicSortSchema(schema)));
});
