import { GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { builder } from './builder.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType<Date, string>({
    name: 'DateTime',
    description: 'ISO 8601 timestamp in UTC with milliseconds, such as `2026-01-31T12:00:00.000Z`.',
    serialize: (value) => {
      if (!(value instanceof Date)) throw new TypeError('A DateTime is serialized from a Date.');
      return value.toISOString();
    },
    parseValue: parseTime,
    parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
  }),
);

builder.addScalarType(
  'JSON',
  new GraphQLScalarType<unknown, unknown>({
    name: 'JSON',
    description: 'Any JSON value. The field checks the viewer and the rate limit first, then the value.',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
);

function parseTime(value: unknown): Date {
  const time = typeof value === 'string' && TIMESTAMP.test(value) ? new Date(value) : undefined;
  // JavaScript writes other years with a sign, and PostgreSQL does not read those. The year of an invalid time is
  // NaN.
  const year = time?.getUTCFullYear() ?? Number.NaN;
  if (!time || !(year >= 1 && year <= 9999)) throw new TypeError('A DateTime is an ISO 8601 timestamp.');
  return time;
}
