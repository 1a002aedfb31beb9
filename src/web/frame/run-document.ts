import type { CompiledDocuments } from '../../documents/compiled.ts';
import type { TypedDocument } from '../../documents/graphql.ts';
import type { HttpRequest } from '../../http/message/request.ts';

/**
 * Runs a GraphQL document with the rights of the sender of a request.
 *
 * @throws what the schema's resolvers throw
 */
export type RunDocument = <Data, Variables extends object>(
  request: Pick<HttpRequest, 'context'>,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/** @returns runs the documents of the pages. Each is compiled when it first runs. */
export function createRunDocument(documents: CompiledDocuments): RunDocument {
  return async <Data>(
    { context }: Pick<HttpRequest, 'context'>,
    document: TypedDocument<Data, never>,
    variables: object,
  ) => {
    const { data, errors } = (await documents.compile(document).execute?.(context, variables)) ?? {};
    if (errors?.[0] || !data) throw errors?.[0]?.originalError ?? errors?.[0] ?? new Error('No data.');
    return data as Data;
  };
}
