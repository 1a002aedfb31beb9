import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyIntrospection, preprocessIntrospection } from 'gql.tada/internal';
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/schema/index.ts';

/**
 * The files of the repository that are made from the schema: the schema itself for people and tools, and its types for
 * the documents that the service's own clients send.
 *
 * @returns the content of each file, by its path from the root of the repository
 */
export function schemaFiles(): ReadonlyMap<string, string> {
  const sorted = lexicographicSortSchema(schema);
  const introspection = minifyIntrospection(introspectionFromSchema(sorted, { descriptions: false }));
  const types = `export type introspection = ${preprocessIntrospection(introspection)};`;
  return new Map([
    ['schema.graphql', `${printSchema(sorted)}\n`],
    ['src/documents/introspection.d.ts', `// Made from the schema by \`npm run schema\`.\n${types}\n`],
  ]);
}

if (import.meta.main) {
  for (const [path, content] of schemaFiles()) writeFileSync(join(import.meta.dirname, '..', path), content);
}
