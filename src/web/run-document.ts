import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql';
import type { TypedDocument } from '../documents/graphql.ts';
import type { Context } from '../schema/context.ts';

/**
 * Runs a GraphQL document with the rights of the sender of a request.
 *
 * @throws what the schema's resolvers throw
 */
export type RunDocument = <Data, Variables extends object>(
  request: Request,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/** The pages have few documents. Each is parsed once, when it first runs. */
export function createRunDocument(
  schema: GraphQLSchema,
  contextOf: (request: Request) => Context,
): RunDocument {
  const parsed = new Map<string, DocumentNode>();
  function parseOnce(text: string): DocumentNode {
    const document = parsed.get(text) ?? parse(text);
    parsed.set(text, document);
    return document;
  }

  return async <Data>(request: Request, document: TypedDocument<Data, never>, variables: object) => {
    const result = await execute({
      schema,
      document: parseOnce(document),
      contextValue: contextOf(request),
      variableValues: { ...variables },
    });
    if (result.errors?.[0] || !result.data) throw result.errors?.[0]?.originalError ?? new Error('No data.');
    return result.data as Data;
  };
}
