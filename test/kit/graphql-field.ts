import type { GraphQLAnswer } from './service.ts';

/**
 * A top-level field of a GraphQL answer.
 *
 * @throws with the errors of the service when the field is missing or null
 */
export function fieldOf<Result>({ data, errors = [] }: GraphQLAnswer, field: string): Result {
  if (data?.[field] == null) {
    const messages = errors.map(({ message }) => message).join('\n');
    throw new Error(
      `The field \`${field}\` is missing or null. The service says:\n${messages || 'no error'}`,
    );
  }
  return data[field] as Result;
}
