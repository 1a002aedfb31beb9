import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
/** What proxies, tunnels and content networks add to what they forward. */
const FORWARDED =
  /^(via|(x-)?forwarded(-.*)?|(x-|true-|x-cluster-)?client-ip|x-(real|proxyuser)-ip|x-(original|envoy|azure|arr|amzn|amz-cf|varnish|vercel|nf)-.*|(cf|fastly|fly|cdn|proxy|ali-cdn|wl-proxy)-.*)$/;

/**
 * Whether a request was sent on this machine straight to this service. The peer's address does not tell: a tunnel or a
 * proxy connects from here, too, and so does a browser whose page has a name that was made to lead here.
 *
 * Besides the absence of what proxies add, it takes a sign that they do not pass on: `Connection: keep-alive`, which all
 * browsers send and which is about one connection only (RFC 9110, section 7.6.1). nginx in its default configuration leaves
 * no other trace.
 */
export function isLocal({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  return (
    httpVersion === '1.1' &&
    headers.connection?.toLowerCase() === 'keep-alive' &&
    LOOPBACK.test(headers.host ?? '') &&
    isOwnPage(headers) &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  );
}

/** A browser names the page that a form was sent from: behind a proxy, that has another host than the proxy says. */
function isOwnPage({ origin, host }: IncomingMessage['headers']): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}
