/** A request and its route parameters. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  /** The value of each `:name` in the path, still percent-encoded. */
  readonly places: readonly string[];
}

/** HEAD uses the handler of GET, without the body. */
export type Method = 'GET' | 'POST' | 'PUT';

/** Handles a request. Undefined means 404. */
export type Answer = (visit: Visit) => Promise<Response | undefined> | Response | undefined;

/** Method, path and handler. In the path, `:name` is one segment and `*` the rest. */
export type Route<Handler = Answer> = readonly [method: Method, path: string, answer: Handler];
