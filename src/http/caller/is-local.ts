import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
/** What proxies, tunnels and content networks add to what they forward. */
const FORWARDED =
  /^(via|(x-)?forwarded(-.*)?|(x-|true-|x-cluster-)?client-ip|x-(real|proxyuser)-ip|x-(original|envoy|azure|arr|amzn|amz-cf|varnish|vercel|nf)-.*|(cf|fastly|fly|cdn|proxy|ali-cdn|wl-proxy)-.*)$/;

/**
 * Whether a request was sent on this machine straight to this service. The peer's address does not tell: a tunnel or a
 * proxy connects from here, too, and so does a browser whose page has a name that was made to lead here.
 *
 * Besides the absence of what proxies add, it looks at what they do not pass on: `Connection` is about one connection only
 * (RFC 9110, section 7.6.1). nginx asks for `close`, by HTTP/1.0, or from version 1.29.7 on leaves the header out, which all
 * browsers send and command-line clients do not. So of what has no such header, a browser's request came through a proxy,
 * and a command-line client's cannot be told from one that did.
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

/** A browser names the page that a form was sent from: behind a proxy, that has another host than the proxy says. */
function isOwnPage({ origin, host }: IncomingMessage['headers']): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}
