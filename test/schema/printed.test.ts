import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  isEnumType,
  isIntrospectionType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { schemaFiles } from '../../scripts/print-schema.ts';
import { schema } from '../../src/schema/index.ts';

test.each([...schemaFiles()])('%s is made from the code', (path, printed) => {
  const checkedIn = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  expect(printed, `${path} is out of date: run \`npm run schema\``).toBe(checkedIn);
});

interface Described {
  readonly place: string;
  readonly description: string | null | undefined;
}

const own = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

function membersOf(type: GraphQLNamedType): Described[] {
  if (isEnumType(type)) {
    return type.getValues().map(({ name, description }) => ({ place: `${type.name}.${name}`, description }));
  }
  if (!('getFields' in type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const place = `${type.name}.${field.name}`;
    const args =
      'args' in field ? field.args.map((arg: GraphQLArgument) => describeArgument(place, arg)) : [];
    return [{ place, description: field.description }, ...args];
  });
}

function describeArgument(place: string, { name, description }: GraphQLArgument): Described {
  return { place: `${place}(${name})`, description };
}

test('every type, field, argument and enum value is described by a sentence', () => {
  const all = own.flatMap((type) => [
    { place: type.name, description: type.description },
    ...membersOf(type),
  ]);
  expect(all.length).toBeGreaterThan(100);
  const lacking = all.filter(({ description }) => !/\S\.$/.test(description ?? ''));
  expect(lacking.map(({ place }) => place)).toEqual([]);
});

test('the walk over the schema meets every kind of member', () => {
  const places = new Set(own.flatMap(membersOf).map(({ place }) => place));
  for (const place of [
    'Bot.name',
    'Bot.deliveries(first)',
    'Node.id',
    'ListingState.PENDING',
    'Query.bots(after)',
  ]) {
    expect(places).toContain(place);
  }
});
