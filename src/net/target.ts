import { isIP } from 'node:net';
import { isDnsName, isLocalName } from './names.ts';
import { isHttpPort } from './ports.ts';
import { type UnsafeUrlCode, UnsafeUrlError } from './unsafe-url.ts';

/** The parts of a URL, before its host name is resolved. */
export interface Target {
  readonly protocol: 'http:' | 'https:';
  /** Host name without a trailing dot, or an IP address without brackets. */
  readonly hostname: string;
  readonly isAddress: boolean;
  readonly port: number;
  /** Scheme, host and port, in the form `https://host:port`. */
  readonly origin: string;
  /** Path and query; the fragment never leaves this process. */
  readonly path: string;
  /** The first broken rule that does not hold for trusted networks: https, port, or the name of a local network. */
  readonly unlessTrusted: UnsafeUrlCode | undefined;
}

const maxLength = 2048;

/**
 * Reads a URL and applies the rules that need no look-up.
 *
 * The WHATWG parser turns every spelling of an IPv4 address (decimal, octal, hexadecimal, short, percent-encoded,
 * full-width, with a trailing dot) into dotted decimal. All later steps use its result and never the text, so no
 * second parser can read the text differently.
 *
 * @throws UnsafeUrlError for rules that hold even for trusted networks.
 */
export function parseTarget(text: string): Target {
  if (text.length > maxLength) throw new UnsafeUrlError('too_long');
  const url = parseUrl(text);
  if (url.href.length > maxLength) throw new UnsafeUrlError('too_long');
  const { protocol } = url;
  if (protocol !== 'https:' && protocol !== 'http:') throw new UnsafeUrlError('not_https');
  if (url.username !== '' || url.password !== '') throw new UnsafeUrlError('credentials');

  const host = readHost(url.hostname);
  const port = url.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (port === 0) throw new UnsafeUrlError('port');
  const literal = host.hostname.includes(':') ? `[${host.hostname}]` : host.hostname;
  return {
    protocol,
    ...host,
    port,
    origin: `${protocol}//${literal}:${port}`,
    path: url.pathname + url.search,
    unlessTrusted: firstLiftable(protocol, port, host),
  };
}

function parseUrl(text: string): URL {
  // The parser would drop tabs and line breaks and read a backslash as a slash. Nobody types these on purpose.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text)) throw new UnsafeUrlError('malformed');
  const url = URL.parse(text);
  if (url === null) throw new UnsafeUrlError('malformed');
  return url;
}

function readHost(raw: string): { hostname: string; isAddress: boolean } {
  const bracketed = raw.startsWith('[') && raw.endsWith(']');
  const hostname = bracketed ? raw.slice(1, -1) : raw.replace(/\.$/, '');
  if (isIP(hostname) !== 0) return { hostname, isAddress: true };
  if (bracketed || !isDnsName(hostname)) throw new UnsafeUrlError('malformed');
  return { hostname, isAddress: false };
}

function firstLiftable(
  protocol: string,
  port: number,
  host: { hostname: string; isAddress: boolean },
): UnsafeUrlCode | undefined {
  if (protocol !== 'https:') return 'not_https';
  if (!host.isAddress && isLocalName(host.hostname)) return 'local_name';
  return isHttpPort(port) ? undefined : 'port';
}
