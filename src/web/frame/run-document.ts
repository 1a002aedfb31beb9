import type { CompiledDocuments } from '../../documents/compiled.ts';
import type { TypedDocument } from '../../documents/graphql.ts';
import type { Context } from '../../schema/context.ts';

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

/** @returns runs the documents of the pages. Each is compiled when it first runs. */
export function createRunDocument(
  documents: CompiledDocuments,
  contextOf: (request: Request) => Context,
): RunDocument {
  return async <Data>(request: Request, document: TypedDocument<Data, never>, variables: object) => {
    const { data, errors } =
      (await documents.compile(document).execute?.(contextOf(request), variables)) ?? {};
    if (errors?.[0] || !data) throw errors?.[0]?.originalError ?? errors?.[0] ?? new Error('No data.');
    return data as Data;
  };
}
