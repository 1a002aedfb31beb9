import type { ServerResponse } from 'node:http';
import type { Arrival, Place } from './admission/arrival.ts';
import type { Failure, Written } from './responses/failures.ts';

/** What every server of a kind of routes needs of the edge. */
export interface Edge {
  /**
   * Finds out what a request has earned, and takes a slot in its lane. The arrival keeps the slot.
   *
   * @throws {OverloadedError} when there is no slot
   */
  readonly takePlace: (arrival: Arrival, response: ServerResponse) => Promise<Place>;
  /** Writes an error response in the format of the route. */
  readonly fail: (arrival: Arrival, failure: Failure) => Written;
  /**
   * As `fail`, for an error that was thrown.
   *
   * @param isGone whether the client has disconnected
   */
  readonly failWith: (arrival: Arrival, error: unknown, isGone: boolean) => Written;
}
