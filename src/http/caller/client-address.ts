import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The sender of a request. It is used only for rate limits, and never logged. */
export interface Client {
  /** Undefined when the connection is closed. */
  readonly address: string | undefined;
  /** Identifies a customer of a provider: an IPv4 address, or the /64 of an IPv6 address. */
  readonly key: string;
}

/**
 * Makes a reader of client addresses. The address is the peer of the connection. If that is a trusted proxy, it is
 * the right-most address of `X-Forwarded-For` that does not belong to a trusted proxy. Clients can forge the
 * addresses to its left.
 *
 * @param trustedProxies CIDR blocks
 */
export function createClientReader(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Client {
  const isTrusted = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : () => false;
  return ({ headers, socket }) => {
    const forwardedFor = headers['x-forwarded-for']?.toString().split(',').map(withoutPort).join();
    const path = proxyAddr.all(
      { headers: { 'x-forwarded-for': forwardedFor }, socket } as unknown as IncomingMessage,
      isTrusted,
    );
    // No trusted proxy writes an invalid address. In that case the last proxy counts.
    const address = path.findLast((entry) => isIP(entry ?? '') !== 0);
    return { address, key: address === undefined ? 'unknown' : keyOf(address) };
  };
}

/** Some load balancers add the port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const [, v6, v4] = /^(?:\[([\da-f:.%]+)\](?::\d+)?|([\d.]+):\d+)$/i.exec(entry.trim()) ?? [];
  return v6 ?? v4 ?? entry;
}

function keyOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
/** Headers that proxies, tunnels and content delivery networks add. */
const FORWARDED = new RegExp(
  `^(${[
    'via',
    '(x-)?forwarded(-.*)?',
    '(x-|true-|x-cluster-)?client-ip',
    'x-(real|proxyuser)-ip',
    'x-(original|envoy|azure|arr|amzn|amz-cf|varnish|vercel|nf)-.*',
    '(cf|fastly|fly|cdn|proxy|ali-cdn|wl-proxy)-.*',
  ].join('|')})$`,
);

/**
 * Whether a request was sent on this machine directly to this service. The address of the peer does not prove it:
 * tunnels and proxies also connect from this machine, and so does a browser with a page whose host name points here.
 *
 * Besides the headers of proxies, it checks `Connection`, which proxies do not forward (RFC 9110, section 7.6.1).
 * nginx sends `close` or HTTP/1.0. From version 1.29.7 it omits the header. All browsers send it, and command-line
 * clients do not. So a browser's request without the header came through a proxy. For a command-line client the two
 * cases look the same.
 */
export function isLocal({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  const connection = headers.connection?.toLowerCase();
  return (
    httpVersion === '1.1' &&
    (connection === 'keep-alive' || (connection === undefined && !isBrowser(headers))) &&
    LOOPBACK.test(headers.host ?? '') &&
    isOwnPage(headers) &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}

function isBrowser(headers: IncomingMessage['headers']): boolean {
  return headers['sec-fetch-site'] !== undefined || /mozilla/i.test(headers['user-agent'] ?? '');
}

/** Whether the `Origin` of a form matches the host. Behind a proxy the hosts differ. */
function isOwnPage({ origin, host }: IncomingMessage['headers']): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}
