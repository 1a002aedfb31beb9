import { parse, print, validate } from 'graphql';
import { expect, test } from 'vitest';
import { graphql, type ResultOf, type VariablesOf } from '../../../src/documents/graphql.ts';
import { schema } from '../../../src/schema/index.ts';
import { type MutationRefusal, refusal } from '../../../src/web/client/graphql.ts';
import { mutation } from '../../../src/web/client/mutation.ts';

const moved = graphql('fragment Moved on Bot { botId state }');

test('A mutation passes each variable to the argument of its name, and reads refusals', () => {
  const text = mutation('moveScreenshot(botId: ID!, screenshotId: ID!, position: Int!)', '...Moved', [moved]);
  const meant = `mutation ($botId: ID!, $screenshotId: ID!, $position: Int!) {
    result: moveScreenshot(botId: $botId, screenshotId: $screenshotId, position: $position) {
      __typename ...Moved ...Refusal
    }
  }`;
  expect(print(parse(text))).toBe(print(parse([meant, moved, refusal].join('\n'))));
  expect(validate(schema, parse(text))).toEqual([]);
});

test('The compiler refuses variables and fields that the schema lacks', () => {
  const text = mutation('moveScreenshot(botId: ID!, screenshotId: ID!, position: Int!)', '...Moved', [moved]);
  const variables: VariablesOf<typeof text> = { botId: '1', screenshotId: '2', position: 3 };
  // @ts-expect-error A number is wanted.
  const wrong: VariablesOf<typeof text> = { ...variables, position: '3' };
  // @ts-expect-error The id of the screenshot is missing.
  const missing: VariablesOf<typeof text> = { botId: '1', position: 3 };
  type Read = Exclude<ResultOf<typeof text>['result'], MutationRefusal>;
  // @ts-expect-error The name is not read.
  const read = (listing: Read) => [listing.state, listing.name];
  expect([wrong, missing, read]).toBeDefined();
});
