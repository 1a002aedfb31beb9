import { z } from 'zod';
import type { Settings } from './settings.ts';
import { integer, list, networks, text, url } from './values.ts';

export interface HttpConfig {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** A whole request must arrive within this time. */
    readonly requestTimeoutSeconds: number;
    /** How long an idle connection stays open. */
    readonly keepAliveSeconds: number;
    /** How long the process says that it is not ready, before it closes its port. */
    readonly drainSeconds: number;
  };
  /** The address that people and bots use, without a trailing slash. */
  readonly publicUrl: string;
  /** Networks (CIDR) of the proxies in front. Only their `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** The contacts in `security.txt`. Without them the file does not exist. */
  readonly security?: { readonly contacts: readonly string[]; readonly policyUrl?: string };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const contacts = list(
  z.string().regex(/^(mailto:|tel:|https:\/\/)[\x21-\x7e]+$/, {
    error: 'must be a comma-separated list of mailto:, tel: or https:// addresses',
  }),
);
const policy = z
  .string()
  .regex(/^https:\/\/[\x21-\x7e]+$/, { error: 'must be a URL that starts with https://' });

export function readHttp(settings: Settings): HttpConfig {
  // With the embedded database, only this machine may connect unless HOST says otherwise.
  const host = settings.read('HOST', text) ?? (settings.isSet('DATABASE_URL') ? '0.0.0.0' : '127.0.0.1');
  const port = settings.read('PORT', integer(0, 65535)) ?? 3000;
  return {
    http: {
      host,
      port,
      requestTimeoutSeconds: settings.read('REQUEST_TIMEOUT_SECONDS', integer(1, 3600)) ?? 60,
      // Longer than the 60 seconds of nginx: whoever closes first must be the side that knows of no next request.
      keepAliveSeconds: settings.read('KEEP_ALIVE_SECONDS', integer(1, 3600)) ?? 75,
      drainSeconds: settings.read('DRAIN_SECONDS', integer(0, 600)) ?? 0,
    },
    publicUrl: (settings.read('PUBLIC_URL', url('http:', 'https:')) ?? urlOf(host, port)).replace(/\/+$/, ''),
    trustedProxies: settings.read('TRUSTED_PROXIES', networks) ?? [],
    ...readSecurity(settings),
  };
}

/** Whether only people on this machine use the service. */
export function isPrivate({ http, publicUrl }: HttpConfig): boolean {
  return isLoopback(http.host) && isLoopback(new URL(publicUrl).hostname);
}

/** Whether a host, as in a URL or in `HOST`, is this machine itself. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.replace(/^\[|\]$/g, ''));
}

function readSecurity(settings: Settings): Pick<HttpConfig, 'security'> {
  const addresses = settings.read('SECURITY_CONTACT', contacts);
  const policyUrl = settings.read('SECURITY_POLICY_URL', policy);
  if (policyUrl && !settings.isSet('SECURITY_CONTACT')) {
    settings.problems.push('SECURITY_CONTACT is required with SECURITY_POLICY_URL');
  }
  return addresses ? { security: { contacts: addresses, ...(policyUrl && { policyUrl }) } } : {};
}

/**
 * The address that people and bots use.
 *
 * @param port where the service listens; with `PORT=0` the system has chosen it
 */
export function siteOf({ http, publicUrl }: HttpConfig, port: number): string {
  return port === http.port ? publicUrl : urlOf(http.host, port);
}

/** @returns the URL of a server that listens there, without a trailing slash */
function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
