import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyIntrospection, preprocessIntrospection } from 'gql.tada/internal';
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { openApi } from '../src/rest/openapi.ts';
import { schema } from '../src/schema/index.ts';

/**
 * The files of the repository that are made from the two interfaces: the GraphQL schema for people and tools, its types
 * for the documents that the service's own clients send, and the description of REST. A change of one is seen in review.
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
    ['openapi.json', `${JSON.stringify(openApi('https://bots.example'), null, 2)}\n`],
  ]);
}

if (import.meta.main) {
  for (const [path, content] of schemaFiles()) writeFileSync(join(import.meta.dirname, '..', path), content);
}
