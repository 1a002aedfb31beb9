const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
const FORWARDED = /^(x-)?forwarded(-|$)/i;

/**
 * Whether a request was sent on this machine to this machine. The address alone does not tell: a tunnel or a proxy
 * connects from here, too, and so does a browser whose page has a name that was made to lead here.
 */
export function isLocal({ headers }: Request): boolean {
  return (
    LOOPBACK.test(headers.get('host') ?? '') && ![...headers.keys()].some((name) => FORWARDED.test(name))
  );
}
