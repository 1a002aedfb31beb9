import { type DocumentNode, execute, type GraphQLSchema, parse } from 'graphql';
import type { TypedDocument } from '../documents/graphql.ts';
import type { Context } from '../schema/context.ts';

/**
 * Asks the schema on behalf of whoever sends a request.
 *
 * @throws what the schema's resolvers throw
 */
export type Ask = <Data, Variables extends object>(
  request: Request,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/** Pages have few documents: each is parsed once, when it is first needed. */
export function createAsk(schema: GraphQLSchema, contextOf: (request: Request) => Context): Ask {
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
