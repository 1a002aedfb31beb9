import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GraphQLError,
  type GraphQLSchema,
  isObjectType,
  isUnionType,
  Kind,
  lexicographicSortSchema,
  parse,
  validate,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { createCompiledDocuments } from '../../src/documents/compiled.ts';
import { createRest, type RestOperation } from '../../src/rest/handler.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import type { Context } from '../../src/schema/context.ts';
import { schema } from '../../src/schema/index.ts';

const FOLDER = join(import.meta.dirname, '../../src/rest');
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

function importsOf(source: string): string[] {
  const imports = /\b(?:from|import|require|resolve)\s*\(?\s*(['"`])([^'"`]+)\1/g;
  return Array.from(source.matchAll(imports), (match) => match[2] ?? '');
}

const BOT_ID = '123456789012345678';

async function answerOf(operations: readonly RestOperation[], { operationId }: Route, context: Context) {
  const operation = operations.find((one) => one.operationId === operationId);
  const answer = await operation?.handler({
    context,
    params: [BOT_ID],
    query: new URLSearchParams(),
    method: 'GET',
    headers: {},
    readJson: async () => ({ server_count: 5, commands: [] }),
  });
  return { status: answer?.status, body: answer?.body?.toString() ?? '' };
}

/** A context in which only the sender is known. @param onAsked called with the name of everything else */
function contextOfBot(onAsked: (name: string) => never): Context {
  const known: Record<string, unknown> = {
    spent: undefined,
    tokenKey: () => undefined,
    actor: async () => ({ kind: 'bot', botId: BOT_ID, tokenKey: '' }),
  };
  return new Proxy({} as never, {
    get: (_target, name) => (Object.hasOwn(known, name) ? known[String(name)] : onAsked(String(name))),
  });
}

/** The schema, whose root fields refuse with a sentence, whatever they are asked, or say that the service is not well. */
function refusing(sentence: string, onAsked: (field: string) => void): GraphQLSchema {
  // A copy: the fields of the schema itself stay as they are.
  const copy = lexicographicSortSchema(schema);
  for (const type of [copy.getQueryType(), copy.getMutationType(), copy.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      field.subscribe = async function* () {
        yield {};
      };
      field.resolve = () => {
        onAsked(field.name);
        const parts = {
          database: 'unavailable',
          temporal: 'unavailable',
          redis: 'unavailable',
          deliveries: 'ok',
        };
        return field.name === 'health' ? { ok: false, ...parts } : { code: 'NOT_FOUND', message: sentence };
      };
    }
  }
  for (const type of Object.values(copy.getTypeMap())) {
    if (isUnionType(type)) type.resolveType = () => 'NotFoundError';
    if (isObjectType(type)) type.isTypeOf = undefined;
  }
  return copy;
}

describe('The REST interface is a facade of the GraphQL schema', () => {
  test.each(routes.map((route) => [route.operationId, route] as const))(
    '%s is one operation whose only root field is called result',
    (_, route) => {
      const document = parse(route.document);
      expect(validate(schema, document)).toEqual([]);
      const operations = document.definitions.filter(
        (definition) => definition.kind === Kind.OPERATION_DEFINITION,
      );
      expect(operations).toHaveLength(1);
      const kind = route.operationId === 'streamVotes' ? 'subscription' : 'query';
      expect(operations[0]?.operation).toBe(route.method === 'GET' ? kind : 'mutation');
      const [field, ...more] = operations[0]?.selectionSet.selections ?? [];
      expect(more).toEqual([]);
      expect(field).toMatchObject({ kind: Kind.FIELD, alias: { value: 'result' } });
    },
  );

  test.each(sources)('%s imports neither the database nor work of the domain', (name) => {
    const foreign = importsOf(readFileSync(join(FOLDER, name), 'utf8')).filter((path) =>
      path.startsWith('../'),
    );
    const allowed = [
      '../documents/compiled.ts',
      '../documents/graphql.ts',
      '../http/message/event-stream.ts',
      '../http/message/reply.ts',
      '../http/message/request.ts',
      '../limits/store.ts',
      '../schema/context.ts',
      // A pattern, for the description of a body.
      '../terms/command-names.ts',
    ];
    for (const path of foreign) expect(allowed).toContain(path);
  });

  test('it imports no library', () => {
    const outside = sources
      .flatMap((name) => importsOf(readFileSync(join(FOLDER, name), 'utf8')))
      .filter((path) => !path.startsWith('.'));
    expect(outside).toEqual([]);
  });

  test.each(routes.map((route) => [route.operationId, route] as const))(
    '%s asks the root field of its document, and nothing else, and answers what that answers',
    async (_, route) => {
      const asked: string[] = [];
      const sentence = `Nobody but the schema can know ${randomUUID()}.`;
      const rest = createRest({
        documents: createCompiledDocuments(refusing(sentence, (field) => asked.push(field))),
        onFault: () => {},
      });
      // Who goes around the schema has to ask for something else.
      const context = contextOfBot((name) => {
        throw new Error(`A route asked for ${name}.`);
      });
      const answer = await answerOf(rest, route, context);
      const [operation] = parse(route.document).definitions;
      expect(operation).toMatchObject({ selectionSet: { selections: [{ name: { value: asked[0] } }] } });
      expect(asked).toHaveLength(1);
      expect(JSON.parse(answer.body)).toMatchObject(
        asked[0] === 'health' ? { status: 'unavailable' } : { error: sentence },
      );
    },
  );

  test.each(routes.map((route) => [route.operationId, route] as const))(
    '%s answers what the schema answers: without it there is no success',
    async (_, route) => {
      const faults: unknown[] = [];
      const operations = createRest({
        documents: createCompiledDocuments(schema),
        onFault: (error) => faults.push(error),
      });
      // Whatever a resolver asks of its surroundings fails.
      const context = contextOfBot((name) => {
        throw new GraphQLError(`There is no ${name}.`);
      });
      const answer = await answerOf(operations, route, context);
      expect(answer.status).toBe(500);
      expect(faults.length).toBeGreaterThan(0);
    },
  );
});
