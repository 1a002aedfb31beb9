import { type Fragments, graphql } from '../../documents/graphql.ts';
import { refusal } from './graphql.ts';

/** `botId: ID!, image: String` as the variables of an operation. */
type Variables<Args extends string> = Args extends `${infer First}, ${infer Rest}`
  ? `$${First} ${Variables<Rest>}`
  : `$${Args}`;

/** The same as the arguments of a field. */
type Passed<Args extends string> = Args extends `${infer Name}: ${string}, ${infer Rest}`
  ? `${Name}: $${Name} ${Passed<Rest>}`
  : Args extends `${infer Name}: ${string}`
    ? `${Name}: $${Name}`
    : '';

type Document<Call extends string, Selection extends string> = Call extends `${infer Field}(${infer Args})`
  ? `mutation (${Variables<Args>}) { result: ${Field}(${Passed<Args>}) { __typename ${Selection} ...Refusal } }`
  : `mutation { result: ${Call} { __typename ${Selection} ...Refusal } }`;

/**
 * A mutation with its refusals, for `mutate`. Such as
 * `mutation('setAvatar(botId: ID!, image: String!)', '...Changed', [changed])`.
 *
 * @param call the field with its arguments: a variable of the same name is passed to each
 * @param selection what is read of the result, if anything
 */
export function mutation<
  const Call extends string,
  const Selection extends string = '',
  const Spread extends Fragments = [],
>(call: Call, selection?: Selection, fragments?: Spread) {
  const variables = call.replaceAll(/\w+: /g, '$$$&').replace(/^\w+/, '');
  const passed = call.replaceAll(/(\w+): [^,)]+/g, '$1: $$$1');
  const text = `mutation ${variables} { result: ${passed} { __typename ${selection ?? ''} ...Refusal } }`;
  const all = [...(fragments ?? []), refusal] as unknown as [...Spread, typeof refusal];
  return graphql(text as Document<Call, Selection>, all);
}
