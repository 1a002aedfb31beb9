import { type ASTNode, GraphQLError } from 'graphql';

/** What is wrong with a request before anything of it runs: answered with 400, where the media type has a status say so. */
export function refusal(
  message: string,
  code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED' | 'BAD_USER_INPUT',
  nodes?: readonly ASTNode[],
): GraphQLError {
  const extensions = { code, http: { spec: true, status: 400 } };
  return new GraphQLError(message, { extensions, nodes: nodes ?? null });
}

/** Whether the operation did not run: what fails later has a path. */
export function isRefused(result: object): result is { errors: readonly GraphQLError[] } {
  return (
    !('data' in result) &&
    'errors' in result &&
    (result.errors as readonly GraphQLError[]).every(({ path }) => !path)
  );
}
