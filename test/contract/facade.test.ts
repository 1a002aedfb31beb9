import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GraphQLError, Kind, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createRest } from '../../src/rest/handler.ts';
import { routes } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema/index.ts';

const FOLDER = join(import.meta.dirname, '../../src/rest');
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

function importsOf(source: string): string[] {
  const imports = /\b(?:from|import|require|resolve)\s*\(?\s*(['"`])([^'"`]+)\1/g;
  return Array.from(source.matchAll(imports), (match) => match[2] ?? '');
}

describe('The REST interface is a facade of the GraphQL schema', () => {
  test.each(routes.map((route) => [route.operationId, route] as const))(
    '%s is one operation whose only root field is called result',
    (_, route) => {
      const document = parse(
        route.document.includes('...Refusal')
          ? `${route.document} fragment Refusal on Error { code message }`
          : route.document,
      );
      expect(validate(schema, document)).toEqual([]);
      const operations = document.definitions.filter(
        (definition) => definition.kind === Kind.OPERATION_DEFINITION,
      );
      expect(operations).toHaveLength(1);
      expect(operations[0]?.operation).toBe(route.method === 'GET' ? 'query' : 'mutation');
      const [field, ...more] = operations[0]?.selectionSet.selections ?? [];
      expect(more).toEqual([]);
      expect(field).toMatchObject({ kind: Kind.FIELD, alias: { value: 'result' } });
    },
  );

  test.each(sources)('%s imports neither the domain nor the database', (name) => {
    const foreign = importsOf(readFileSync(join(FOLDER, name), 'utf8')).filter((path) =>
      path.startsWith('../'),
    );
    for (const path of foreign)
      expect(['../limits/headers.ts', '../http/body.ts', '../schema/context.ts']).toContain(path);
  });

  test('it imports no client of a database or a store', () => {
    const outside = sources
      .flatMap((name) => importsOf(readFileSync(join(FOLDER, name), 'utf8')))
      .filter((path) => !path.startsWith('.'));
    expect(new Set(outside)).toEqual(new Set(['@whatwg-node/server', 'graphql', 'graphql-jit']));
  });

  test.each(routes.map((route) => [route.operationId, route] as const))(
    '%s answers what the schema answers: without it there is no success',
    async (_, route) => {
      const faults: unknown[] = [];
      const operations = createRest({
        schema,
        onFault: (error) => faults.push(error),
        // Whatever a resolver asks of its surroundings fails.
        contextOf: () =>
          new Proxy({} as never, {
            get: (_target, name) => {
              if (name === 'spent') return undefined;
              throw new GraphQLError(`There is no ${String(name)}.`);
            },
          }),
      });
      const path = route.path.replace('{id}', '123456789012345678');
      const body = route.method === 'GET' ? {} : { body: '{"server_count": 5, "commands": []}' };
      const request = new Request(`http://localhost${path}`, { method: route.method, ...body });
      const operation = operations.find(({ operationId }) => operationId === route.operationId);
      const answer = await operation?.answer(request, new URLSearchParams(), '123456789012345678');
      expect(answer?.status).toBe(500);
      expect(faults.length).toBeGreaterThan(0);
    },
  );
});
