import type { FailureReason } from '../../net/outcome.ts';

const REASONS: Record<FailureReason, string> = {
  blocked: 'The URL does not lead to a public https address, so nothing was sent. Check its host name.',
  refused: 'The connection was refused. No server listens on this port.',
  unreachable: 'The host could not be reached.',
  proxy: 'The service could not reach the host through its own proxy.',
  tls: 'The TLS certificate is not valid for this host, or the TLS handshake failed.',
  timeout: 'There was no reply within 10 seconds.',
  reset: 'The connection was closed before a reply arrived.',
  protocol: 'The reply was not valid HTTP.',
  // A delivery reads only the beginning of the body, so only headers can be too large.
  too_large: 'The headers of the reply were too large. The maximum is 16 KiB.',
  // Only old attempts have this failure. Interrupted attempts are no longer recorded.
  aborted: 'A restart of this service interrupted the attempt.',
};

/** Explains the result of an attempt to the owner in one sentence. */
export function explainAttempt({
  statusCode,
  failure,
}: {
  statusCode: number | null;
  failure: string | null;
}): string {
  if (failure === null) return `Delivered: the receiver answered ${statusCode}.`;
  // Only old attempts have this failure. Attempts without the key are no longer recorded.
  if (failure === 'secret') return 'The webhook secret can no longer be read. Rotate it.';
  if (failure === 'redirect')
    return `The receiver answered ${statusCode}, a redirect. Redirects are not followed.`;
  if (failure === 'status')
    return `The receiver answered ${statusCode}. Only a 2xx status counts as received.`;
  return REASONS[failure as FailureReason] ?? 'The attempt failed.';
}
