import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/schema/index.ts';

writeFileSync(
  join(import.meta.dirname, '../schema.graphql'),
  `${printSchema(lexicographicSortSchema(schema))}\n`,
);
