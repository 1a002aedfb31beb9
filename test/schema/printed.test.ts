import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';

test('schema.graphql is the schema of the code', () => {
  const checkedIn = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');
  const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
  expect(printed, 'schema.graphql is out of date: run `npm run schema`').toBe(checkedIn);
});
