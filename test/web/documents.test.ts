import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import * as documents from '../../src/web/client/documents.ts';

test.each(Object.entries(documents))('the document %s of the dashboard fits the schema', (_, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});
