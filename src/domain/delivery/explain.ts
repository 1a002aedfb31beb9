import type { FailureReason } from '../../net/outcome.ts';

const REASONS: Record<FailureReason, string> = {
  blocked: 'The URL does not lead to a public https address, so nothing was sent. Check its host name.',
  refused: 'The connection was refused: nothing listens there.',
  unreachable: 'The host could not be reached.',
  proxy: 'The service could not reach the host through its own proxy.',
  tls: 'The TLS certificate is not valid for this host, or no secure connection could be agreed on.',
  timeout: 'There was no reply within 10 seconds.',
  reset: 'The connection was closed before a reply came.',
  protocol: 'The reply was not valid HTTP.',
  // A delivery reads no more of the body than its beginning.
  too_large: 'The headers of the reply were too large: at most 16 KiB are read.',
  aborted: 'The attempt was cut short by a restart of this service.',
};

/** What became of an attempt, in a sentence for the owner. */
export function explainAttempt({
  statusCode,
  failure,
}: {
  statusCode: number | null;
  failure: string | null;
}): string {
  if (failure === null) return `Delivered: the receiver answered ${statusCode}.`;
  // Since keys are compared at the start such an attempt is put off, and not recorded.
  if (failure === 'secret') return 'The secret of the webhook cannot be read any more: rotate it.';
  if (failure === 'redirect')
    return `The receiver answered ${statusCode}, a redirect; redirects are not followed.`;
  if (failure === 'status')
    return `The receiver answered ${statusCode}; only a 2xx status counts as received.`;
  return REASONS[failure as FailureReason] ?? 'The attempt failed.';
}
