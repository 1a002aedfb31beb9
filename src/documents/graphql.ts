import type { DocumentDecoration, initGraphQLTada } from 'gql.tada';
import type { introspection } from './introspection.d.ts';

export type { ResultOf, VariablesOf } from 'gql.tada';

/** The text of a GraphQL document, typed with the data that it asks for and the variables that it takes. */
export type TypedDocument<Data, Variables> = string & DocumentDecoration<Data, Variables>;

type Tada = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; JSON: unknown };
}>;
type Fragments = NonNullable<Parameters<Tada>[1]>;

/** gql.tada's types, without its parser: browsers get this module too. */
const tada = ((text: string, fragments: readonly string[] = []) =>
  [text, ...fragments].join('\n')) as unknown as Tada;

/**
 * Types a GraphQL document, or a fragment of one, from `schema.graphql`. At run time it is a plain text.
 *
 * @param text one operation or one fragment
 * @param fragments what the text spreads, each fragment once
 */
export function graphql<const Text extends string, const Spread extends Fragments>(
  text: Text,
  fragments?: Spread,
) {
  return asText(tada(text, fragments));
}

function asText<Node>(document: Node) {
  return document as unknown as string & Omit<Node, 'kind' | 'definitions' | 'loc'>;
}
