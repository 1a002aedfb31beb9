import { type ASTNode, GraphQLError } from 'graphql';

/**
 * Makes an error for an operation that does not run. The status is 400, if the media type of the response allows it.
 *
 * @param nodes the part of the document that the error is about
 */
export function refusal(
  message: string,
  code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED' | 'BAD_USER_INPUT',
  nodes?: readonly ASTNode[],
): GraphQLError {
  const extensions = { code, http: { spec: true, status: 400 } };
  return new GraphQLError(message, { extensions, nodes: nodes ?? null });
}

/** Whether the operation did not run. Later errors have a path. */
export function isRefused(result: object): result is { errors: readonly GraphQLError[] } {
  return (
    !('data' in result) &&
    'errors' in result &&
    (result.errors as readonly GraphQLError[]).every(({ path }) => !path)
  );
}
