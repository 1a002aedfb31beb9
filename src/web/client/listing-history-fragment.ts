import { graphql, type ResultOf } from '../../documents/graphql.ts';

export const move = graphql(
  'fragment Move on ListingMove { fromState toState userName reason movedAt isBeforeTakeOver isUndone voteCountBefore }',
);

export type Move = ResultOf<typeof move>;
