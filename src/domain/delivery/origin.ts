/** What a delivery keeps of the request that caused it. */
export interface Origin {
  /** The id of the request. */
  readonly requestId?: string | undefined;
  /** The current span of the request, as in the header `traceparent`. Absent when its trace is not recorded. */
  readonly traceparent?: string | undefined;
}
