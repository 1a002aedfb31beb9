import type { IncomingMessage } from 'node:http';

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
