import type { DocumentDecoration, initGraphQLTada } from 'gql.tada';
import type { introspection } from './introspection.d.ts';

export type { ResultOf, VariablesOf } from 'gql.tada';

/** The text of a GraphQL document with the types of its data and variables. */
export type TypedDocument<Data, Variables> = string & DocumentDecoration<Data, Variables>;

type Tada = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; JSON: unknown };
}>;
export type Fragments = NonNullable<Parameters<Tada>[1]>;

/** The types of gql.tada without its parser, because browsers load this module, too. */
const tada = ((text: string, fragments: readonly string[] = []) =>
  [text, ...fragments].join('\n')) as unknown as Tada;

/**
 * Types a GraphQL document or fragment from `schema.graphql`. At run time it is a string.
 *
 * @param text one operation or fragment
 * @param fragments the fragments that the text uses, each one once
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
