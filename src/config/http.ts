import { z } from 'zod';
import type { Reading } from './reading.ts';
import { integer, list, networks, text, url } from './values.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const contacts = list(
  z.string().regex(/^(mailto:|tel:|https:\/\/)[\x21-\x7e]+$/, {
    error: 'must be a comma-separated list of mailto:, tel: or https:// addresses',
  }),
);
const policy = z
  .string()
  .regex(/^https:\/\/[\x21-\x7e]+$/, { error: 'must be a URL that starts with https://' });

export const http = z
  .object({
    PORT: integer(0, 65535).default(3000).describe('Port; 0 chooses a free one'),
    HOST: text.optional().meta({
      description: 'Address to listen on; `127.0.0.1` without `DATABASE_URL`',
      usually: '0.0.0.0',
      example: '127.0.0.1',
    }),
    PUBLIC_URL: url('http:', 'https:').optional().meta({
      description: 'The address that people use; without it `http://HOST:PORT`',
      example: 'https://bots.example.com',
    }),
    REQUEST_TIMEOUT_SECONDS: integer(1, 3600, 'seconds')
      .default(60)
      .describe('Time for a whole request; its headers have 15 s'),
    // Longer than the 60 seconds of nginx: whoever closes first must be the side that knows of no next request.
    KEEP_ALIVE_SECONDS: integer(1, 3600, 'seconds')
      .default(75)
      .describe('How long an idle connection stays open; longer than at the proxy'),
    DRAIN_SECONDS: integer(0, 600, 'seconds')
      .default(0)
      .describe('How long `/readyz` says 503 before the port closes'),
    TRUSTED_PROXIES: networks
      .default([])
      .meta({ description: 'Proxies in front', example: '10.0.0.0/8', isGrave: true }),
    SECURITY_CONTACT: contacts.optional().meta({
      description: 'Where to report vulnerabilities',
      bounds: 'addresses',
      example: 'mailto:security@example.com',
    }),
    SECURITY_POLICY_URL: policy.optional().meta({
      description: 'How you handle reports; needs `SECURITY_CONTACT`',
      bounds: 'https URL',
      example: 'https://example.com/security',
    }),
  })
  .meta({
    title: 'HTTP',
    notes: `
- Networks are in CIDR form, separated by commas, such as \`10.0.0.0/8,::1/128\`.
- \`TRUSTED_PROXIES\`: the service believes \`X-Forwarded-For\` from these networks only. The visitor is the right-most
  address in it that is no trusted proxy. Behind a proxy that is not named, all visitors count as one address.
- \`SECURITY_CONTACT\`: addresses that start with \`mailto:\`, \`tel:\` or \`https://\`, separated by commas, preferred first.
  The service shows them at \`/.well-known/security.txt\`, which does not exist without a contact.
`,
  });

export type HttpConfig = ReturnType<typeof readHttp>;

export function readHttp(reading: Reading<typeof http>) {
  const { isSet, values } = reading;
  const { PORT: port, SECURITY_CONTACT: addresses, SECURITY_POLICY_URL: policyUrl } = values;
  // With the embedded database, only this machine may connect unless HOST says otherwise.
  const host = values.HOST ?? (isSet('DATABASE_URL') ? '0.0.0.0' : '127.0.0.1');
  if (policyUrl !== undefined && !isSet('SECURITY_CONTACT')) {
    reading.problems.push('SECURITY_CONTACT is required with SECURITY_POLICY_URL');
  }
  const security = addresses && { contacts: addresses, ...(policyUrl !== undefined && { policyUrl }) };
  return {
    http: {
      host,
      port,
      /** A whole request must arrive within this time. */
      requestTimeoutSeconds: values.REQUEST_TIMEOUT_SECONDS,
      /** How long an idle connection stays open. */
      keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
      /** How long the process says that it is not ready, before it closes its port. */
      drainSeconds: values.DRAIN_SECONDS,
    },
    /** The address that people and bots use, without a trailing slash. */
    publicUrl: (values.PUBLIC_URL ?? urlOf(host, port)).replace(/\/+$/, ''),
    /** Networks (CIDR) of the proxies in front. Only their `X-Forwarded-For` is trusted. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** The contacts in `security.txt`. Without them the file does not exist. */
    ...(security && { security }),
  };
}

type Address = Pick<HttpConfig, 'http' | 'publicUrl'>;

/** Whether only people on this machine use the service. */
export function isPrivate({ http, publicUrl }: Address): boolean {
  return isLoopback(http.host) && isLoopback(new URL(publicUrl).hostname);
}

/** Whether a host, as in a URL or in `HOST`, is this machine itself. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.replace(/^\[|\]$/g, ''));
}

/**
 * The address that people and bots use.
 *
 * @param port where the service listens; with `PORT=0` the system has chosen it
 */
export function siteOf({ http, publicUrl }: Address, port: number): string {
  return port === http.port ? publicUrl : urlOf(http.host, port);
}

/** @returns the URL of a server that listens there, without a trailing slash */
function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
