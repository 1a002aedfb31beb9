import { type ExecutionResult, GraphQLError } from 'graphql';
import { DomainError } from '../domain/kernel/errors.ts';

/** `ok`, `refused` (the sender's mistake or limit), or `fault` (the service's own). */
export type OperationOutcome = 'ok' | 'refused' | 'fault';

/**
 * The outcome of a GraphQL operation. HTTP does not show it: a response with errors has the status 200, and most
 * refusals are data.
 */
export function outcomeOf({ data, errors }: ExecutionResult): OperationOutcome {
  if (errors?.some(isFault)) return 'fault';
  if (errors) return 'refused';
  // Of all types, only refusals have a code.
  const isRefused = Object.values(data ?? {}).some(
    (value) => typeof value === 'object' && value !== null && 'code' in value,
  );
  return isRefused ? 'refused' : 'ok';
}

/** Without an original error, the libraries refused the document or its variables. */
function isFault({ originalError }: GraphQLError): boolean {
  return (
    originalError != null &&
    !(originalError instanceof DomainError) &&
    !(originalError instanceof GraphQLError)
  );
}
