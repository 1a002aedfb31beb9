import type { TypedDocument } from '../../../documents/graphql.ts';
import { messages } from '../../words/messages.ts';
import { type Reason, type Refusal, Refused, refusedFor } from './refused.ts';

/** The body of a response. */
export interface GraphQLResponse<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Partial<Reason> }[];
}

/**
 * Sends a document to `/graphql`, with the session of the signed-in user.
 *
 * @throws {Refused}
 */
export async function query<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  let body: GraphQLResponse<Data>;
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: document, variables }),
    });
    body = await response.json();
  } catch {
    throw new Refused('OFFLINE', messages.common.offline);
  }
  const error = errorOf(body);
  if (error) throw error;
  if (!body.data) throw new Refused('BROKEN', messages.common.broken);
  return body.data;
}

/**
 * Sends a mutation whose one field is named `result`. Refusals are among the types of that field.
 *
 * @throws {Refused}
 */
export async function mutate<Result extends object, Variables>(
  document: TypedDocument<{ result: Result }, Variables>,
  variables: Variables,
): Promise<Exclude<Result, Refusal>> {
  const { result } = await query(document, variables);
  if (isRefusal(result)) throw refusedFor(result);
  return result as Exclude<Result, Refusal>;
}

/** The first error of a response. */
export function errorOf({ errors }: GraphQLResponse<unknown>): Refused | undefined {
  const error = errors?.[0];
  return error && refusedFor({ message: error.message, ...error.extensions });
}

function isRefusal(result: object): result is Refusal {
  return 'code' in result;
}
