import type { Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';

export interface SecurityContact {
  /** URIs such as `mailto:`, the preferred one first. */
  readonly securityContact?: readonly string[] | undefined;
  /** The page that describes how reports are handled. */
  readonly securityPolicyUrl?: string | undefined;
}

/** Until `Expires`, which should be less than a year away (RFC 9116, section 2.5.5). */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

/**
 * `security.txt` (RFC 9116): the contact for vulnerability reports.
 *
 * Without a contact there is no such file.
 *
 * @param publicUrl the start of each absolute URL, without a trailing slash
 */
export function createSecurityRoutes(
  { securityContact, securityPolicyUrl }: SecurityContact,
  publicUrl: string,
  now: () => Date,
): readonly Route[] {
  if (!securityContact) return [];
  const path = '/.well-known/security.txt';
  const respond = () => {
    // Rounded to the day, so that cached copies agree.
    const day = new Date(now().getTime() + VALID_MS).toISOString().slice(0, 10);
    const lines = [
      ...securityContact.map((contact) => `Contact: ${contact}`),
      `Expires: ${day}T00:00:00.000Z`,
      ...(securityPolicyUrl ? [`Policy: ${securityPolicyUrl}`] : []),
      `Canonical: ${publicUrl}${path}`,
      '',
    ];
    return {
      status: 200,
      headers: {
        ...SECURITY_HEADERS,
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      },
      body: lines.join('\n'),
    };
  };
  return [['GET', path, respond]];
}
