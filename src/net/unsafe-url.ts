/**
 * The same sentence for a missing and for a private address, since the difference would reveal names in the network.
 */
const NOT_PUBLIC = 'The URL must lead to a public https address.';

const sentences = {
  malformed: 'The URL is not a valid web address.',
  too_long: 'The URL must be at most 2048 characters long.',
  not_https: 'The URL must start with https://.',
  credentials: 'The URL must not contain a user name or a password.',
  port: 'The URL uses a port that belongs to another kind of service.',
  local_name: 'The URL must name a public host, not one of a local network.',
  unresolvable: NOT_PUBLIC,
  not_public: NOT_PUBLIC,
} as const;

/** Which rule a URL breaks. Stable: callers may switch on it. */
export type UnsafeUrlCode = keyof typeof sentences;

/**
 * The service sends no requests to this URL (contract, sections 2 and 6, rule 7). The message is one sentence for the
 * owner who typed the URL. It does not reveal whether and to what the name resolved: the form would become a DNS probe
 * of the service's network. `code` is not for owners.
 */
export class UnsafeUrlError extends Error {
  override readonly name = 'UnsafeUrlError';
  readonly code: UnsafeUrlCode;

  constructor(code: UnsafeUrlCode) {
    super(sentences[code]);
    this.code = code;
  }
}
