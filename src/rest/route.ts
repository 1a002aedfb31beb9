import { graphql, type ResultOf, type TypedDocument } from '../documents/graphql.ts';
import type { JsonSchema, Parameter } from './schemas.ts';

/** The fields of a refusal in every REST document. */
export const refusal = graphql(
  'fragment Refusal on Error { code message ... on RateLimitedError { retryAfter } }',
);

/** A refusal as REST documents read it. */
export type RestRefusal = ResultOf<typeof refusal>;

/** A result that is not a refusal. */
export type Granted<Result> = Exclude<Result, RestRefusal>;

/** Whether a result is a refusal. Only refusals have a code. */
export function isRefusal(result: object): result is RestRefusal {
  return 'code' in result;
}

/** A request as a route sees it. Its values are not validated. */
export interface RestRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  /** Of a client that had a stream before. */
  readonly lastEventId: string | undefined;
  /** The parsed JSON body; undefined when the body is not JSON. */
  readonly body: unknown;
}

/** JSON. No `unknown`: gql.tada gives that type to a field that does not exist, and it must not compile. */
type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The content of a response: a JSON value, text with a content type, or the next events of a stream. */
export type Presented =
  | { readonly json: JsonValue; readonly status?: number }
  | { readonly text: string; readonly contentType: string }
  | Events;

/** Events of a stream. */
export interface Events {
  readonly events: readonly { readonly id: string; readonly data: JsonValue }[];
  /** The position after them: what a client sends as `Last-Event-ID`. */
  readonly lastId: string;
}

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** A path as in OpenAPI. `{id}` is one segment. */
  readonly path: string;
  readonly operationId: string;
  /** The documentation of the route. */
  readonly docs: {
    readonly summary: string;
    readonly description?: string;
    readonly parameters?: readonly Parameter[];
    readonly request?: JsonSchema;
    readonly response: JsonSchema;
    readonly contentType?: string;
    /** Error statuses (section 4 of the contract). */
    readonly failures: readonly number[];
  };
  /** Whether the statement of the operation verifies the token. */
  readonly verifiesToken?: true;
  /** Headers of every successful response. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface TypedRoute<Result, Variables> extends RouteFacts {
  readonly document: TypedDocument<{ result: Result }, Variables>;
  readonly variables: (request: RestRequest) => Variables;
  readonly present: (result: Granted<Result>, request: RestRequest) => Presented;
}

/** A route of the REST interface. */
export interface Route extends RouteFacts {
  /** A GraphQL document with one operation. Its only root field is called `result`. A subscription makes a stream. */
  readonly document: string;
  readonly variables: (request: RestRequest) => object;
  /** @param result the result of the document, never a refusal */
  readonly present: (result: object, request: RestRequest) => Presented;
}

/** Checks a route against the types of its document. The table itself cannot keep a type per document. */
export function route<Result, Variables extends object>(row: TypedRoute<Result, Variables>): Route {
  return { ...row, present: (result, request) => row.present(result as Granted<Result>, request) };
}
