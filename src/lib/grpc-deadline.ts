/**
 * The deadline of a call of Temporal's client, in milliseconds since the epoch. gRPC compares it with this machine's
 * wall clock, so nothing else may be used. A jump of that clock costs the calls that run at that moment, which are
 * repeated.
 *
 * @param ms the time that the call may take, in milliseconds
 */
export const grpcDeadline = (ms: number): number => Date.now() + ms;
