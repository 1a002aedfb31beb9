import { Response } from '@whatwg-node/server';
import { SECURITY_HEADERS } from '../http/responses/security-headers.ts';
import type { Route } from '../http/route.ts';

export interface SecurityContact {
  /** Addresses with their scheme, the preferred one first. */
  readonly contacts: readonly string[];
  /** How reports are handled. */
  readonly policyUrl?: string;
}

/** It says until when it holds, and should not say more than a year (RFC 9116, section 2.5.5). */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

/**
 * `security.txt` (RFC 9116): whom to tell of a vulnerability.
 *
 * @param security absent: there is no such file
 * @param publicUrl what addresses begin with
 */
export function createSecurityRoutes(
  security: SecurityContact | undefined,
  publicUrl: string,
  now: () => Date,
): readonly Route[] {
  if (!security) return [];
  const path = '/.well-known/security.txt';
  const answer = () => {
    // By the day, so that copies which are kept agree.
    const day = new Date(now().getTime() + VALID_MS).toISOString().slice(0, 10);
    const lines = [
      ...security.contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${day}T00:00:00.000Z`,
      ...(security.policyUrl ? [`Policy: ${security.policyUrl}`] : []),
      `Canonical: ${publicUrl}${path}`,
      '',
    ];
    return new Response(lines.join('\n'), {
      headers: {
        ...SECURITY_HEADERS,
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      },
    });
  };
  return [['GET', path, answer]];
}
