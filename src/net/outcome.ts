import { UnsafeUrlError } from './unsafe-url.ts';

/**
 * Why no reply was had.
 * `blocked`: the URL breaks a rule, or its host has no address now, or a private one: owners read this word, and which of
 * these it is would tell them of names inside the network; `refused`: nothing listens; `unreachable`: no route or no permission;
 * `proxy`: the egress proxy failed or declined; `tls`: handshake or certificate; `timeout`: the time limit;
 * `reset`: the connection ended before the reply; `protocol`: the reply is not valid HTTP/1.1;
 * `too_large`: its headers exceed 16 KiB, or its body the caller's limit; `aborted`: by the caller's signal or by `close()`.
 */
export type FailureReason =
  | 'blocked'
  | 'refused'
  | 'unreachable'
  | 'proxy'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'too_large'
  | 'aborted';

/** A request that got no usable reply, after `durationMs` milliseconds. */
export interface Failure {
  readonly kind: 'failure';
  readonly reason: FailureReason;
  readonly durationMs: number;
}

/** Carries a failure whose reason is already known up to the sender. */
export class FailureError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(reason);
    this.reason = reason;
  }
}

const byCode: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  HPE_HEADER_OVERFLOW: 'too_large',
};

/**
 * The reason for an error met while sending.
 *
 * @param otherwise the reason when the error's code tells nothing, which depends on the stage it was met in.
 */
export function reasonOf(error: unknown, otherwise: FailureReason): FailureReason {
  if (error instanceof FailureError) return error.reason;
  if (error instanceof UnsafeUrlError) return 'blocked';
  if (!(error instanceof Error)) return otherwise;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // With TLS 1.3 the receiver's verdict on the handshake can arrive after the client considers it done.
  if (code.startsWith('ERR_SSL_')) return 'tls';
  return byCode[code] ?? otherwise;
}
