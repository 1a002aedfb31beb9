import { type ASTNode, type ExecutionResult, GraphQLError } from 'graphql';

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

/** The maximum number of errors of a refused operation. */
export const MAX_ERRORS = 5;
const MAX_MESSAGE_LENGTH = 300;
const MAX_LOCATIONS = 5;
/** Refusals of the domain have reason and parameters, which are short. The libraries know `http`. */
const KEPT = new Set(['code', 'reason', 'parameters', 'http']);

/**
 * Shortens the errors of a result, because the libraries repeat the input in them. A result with data keeps all its
 * errors: each one explains a null, and the complexity limit bounds their number.
 */
export function withShortErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.data ? result.errors : result.errors.slice(0, MAX_ERRORS);
  return { ...result, errors: errors.map(short) };
}

function short(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, originalError } = error;
  return new GraphQLError(
    message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message,
    {
      nodes: nodes?.slice(0, MAX_LOCATIONS) ?? null,
      source: source ?? null,
      positions: positions?.slice(0, MAX_LOCATIONS) ?? null,
      path: path ?? null,
      originalError,
      extensions: Object.fromEntries(Object.entries(error.extensions).filter(([name]) => KEPT.has(name))),
    },
  );
}
