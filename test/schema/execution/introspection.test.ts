import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { useService } from '../../kit/use-service.ts';

const subject = useService(1);

test.each([
  ['the standard document', {}],
  // What GraphiQL and generators of client code ask for.
  [
    'the fullest document',
    {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    },
  ],
])('introspection by %s is answered to anybody, with the whole schema', async (_, options) => {
  const { data, errors } = await subject.service.graphql(getIntrospectionQuery(options));
  expect(errors).toBeUndefined();
  const answered = buildClientSchema(data as unknown as IntrospectionQuery);
  expect(printSchema(lexicographicSortSchema(answered))).toBe(printSchema(lexicographicSortSchema(schema)));
});
