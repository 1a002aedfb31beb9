/** A request at its route. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  /** What stands in the place of each `:name` of the route's path, as it was sent: percent-encoding included. */
  readonly places: readonly string[];
}

/** HEAD is answered like GET, without the body. */
export type Method = 'GET' | 'POST' | 'PUT';

export type Answer = (visit: Visit) => Promise<Response | undefined> | Response | undefined;

/** Method, path (`:name` is one segment, `*` the rest) and the handler; a handler that returns undefined means 404. */
export type Route = readonly [method: Method, path: string, answer: Answer];
