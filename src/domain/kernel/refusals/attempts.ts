/** The result of an attempt to deliver, for the owner. The second part of a reason is the attempt's `failure`. */
export const ATTEMPTS = {
  'attempt.delivered': 'Delivered: the receiver answered {statusCode}.',
  'attempt.status': 'The receiver answered {statusCode}. Only a 2xx status counts as received.',
  'attempt.redirect': 'The receiver answered {statusCode}, a redirect. Redirects are not followed.',
  'attempt.blocked':
    'The URL does not lead to a public https address, so nothing was sent. Check the spelling of its host.',
  'attempt.refused': 'The connection was refused. No server listens on this port.',
  'attempt.unreachable':
    'The host could not be reached. Check that your server runs and accepts connections from the internet.',
  'attempt.proxy': 'The service could not reach the host through its own proxy.',
  'attempt.tls': 'The TLS certificate is not valid for this host, or the TLS handshake failed.',
  'attempt.timeout': 'There was no reply within 10 seconds.',
  'attempt.reset': 'The connection was closed before a reply arrived.',
  'attempt.protocol': 'The reply was not valid HTTP.',
  // A delivery reads only the beginning of the body, so only headers can be too large.
  'attempt.too_large': 'The headers of the reply were too large. The maximum is 16 KiB.',
  // Only old attempts have these two failures. Such attempts are no longer recorded.
  'attempt.aborted': 'A restart of this service interrupted the attempt.',
  'attempt.secret': 'The webhook secret can no longer be read. Rotate it.',
  'attempt.failed': 'The attempt failed.',
} as const;
