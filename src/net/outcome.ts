import { UnsafeUrlError } from './target.ts';

/**
 * Why a request got no reply:
 *
 * - `blocked`: the URL breaks a rule, or its host has no address, or a private one. Owners read this word; more detail
 *   would reveal names inside the network.
 * - `refused`: nothing listens at the port
 * - `unreachable`: no route, no permission, or no connection in time
 * - `proxy`: the outbound proxy failed or declined
 * - `tls_expired`, `tls_name`, `tls_untrusted`: the certificate has expired, is of another host, or comes from nobody who
 *   is trusted
 * - `tls_plain`: the port does not speak TLS
 * - `tls_version`: the server offers only versions of TLS before 1.2
 * - `tls_unfinished`: the handshake did not end in time, or the connection ended within it
 * - `tls`: something else about handshake or certificate
 * - `timeout`: the connection was there, but no reply in time
 * - `reset`: the connection ended before the reply
 * - `protocol`: the reply is not valid HTTP/1.1; a POST needs only a valid status line
 * - `too_large`: informational replies or headers exceed 16 KiB, or the body exceeds the caller's limit
 * - `aborted`: by the caller's signal or by `close()`
 */
export type FailureReason =
  | 'blocked'
  | 'refused'
  | 'unreachable'
  | 'proxy'
  | 'tls_expired'
  | 'tls_name'
  | 'tls_untrusted'
  | 'tls_plain'
  | 'tls_version'
  | 'tls_unfinished'
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

/** A failure whose reason is known. The sender catches it. */
export class FailureError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(reason);
    this.reason = reason;
  }
}

/** What codes of Node and OpenSSL mean. */
export const REASONS: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  HPE_HEADER_OVERFLOW: 'too_large',
  CERT_HAS_EXPIRED: 'tls_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_untrusted',
  // The bytes that came are no record of TLS: plain HTTP, SSH, a mail server.
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_plain',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'tls_plain',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls_version',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls_version',
};

/**
 * Finds the reason for an error of a request.
 *
 * @param otherwise the reason when the error's code says nothing; it depends on the stage of the request
 */
export function reasonOf(error: unknown, otherwise: FailureReason): FailureReason {
  if (error instanceof FailureError) return error.reason;
  if (error instanceof UnsafeUrlError) return 'blocked';
  if (!(error instanceof Error)) return otherwise;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // With TLS 1.3 the receiver may reject the handshake after the client considers it done.
  return REASONS[code] ?? (code.startsWith('ERR_SSL_') ? 'tls' : otherwise);
}
