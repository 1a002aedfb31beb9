import { isIP } from 'node:net';

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

/**
 * The same sentence for a missing and for a private address, since the difference would reveal names in the network.
 */
const NOT_PUBLIC = 'The URL must lead to a public https address.';

const sentences = {
  malformed: 'The URL is not a valid web address.',
  too_long: 'The URL must be at most 2048 characters long.',
  not_https: 'The URL must start with https://.',
  credentials: 'The URL must not contain a user name or a password.',
  port: 'The URL uses a port that belongs to another kind of service.',
  local_name: 'The URL must name a public host, not one of a local network.',
  unresolvable: NOT_PUBLIC,
  not_public: NOT_PUBLIC,
} as const;

/** Which rule a URL breaks. Stable: callers may switch on it. */
export type UnsafeUrlCode = keyof typeof sentences;

/**
 * The service sends no requests to this URL (contract, sections 2 and 6, rule 7). The message is one sentence for the
 * owner who typed the URL. It does not reveal whether and to what the name resolved: the form would become a DNS probe
 * of the service's network. `code` is not for owners.
 */
export class UnsafeUrlError extends Error {
  override readonly name = 'UnsafeUrlError';
  readonly code: UnsafeUrlCode;

  constructor(code: UnsafeUrlCode) {
    super(sentences[code]);
    this.code = code;
  }
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
  // The parser would drop tabs and line breaks and read a backslash as a slash. Nobody types these on purpose.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  const url = /[\u0000-\u0020\u007f\\]/.test(text) ? null : URL.parse(text);
  if (url === null) throw new UnsafeUrlError('malformed');
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

function readHost(raw: string): Pick<Target, 'hostname' | 'isAddress'> {
  const bracketed = raw.startsWith('[') && raw.endsWith(']');
  const hostname = bracketed ? raw.slice(1, -1) : raw.replace(/\.$/, '');
  if (isIP(hostname) !== 0) return { hostname, isAddress: true };
  if (bracketed || !isDnsName(hostname)) throw new UnsafeUrlError('malformed');
  return { hostname, isAddress: false };
}

function firstLiftable(
  protocol: string,
  port: number,
  { hostname, isAddress }: Pick<Target, 'hostname' | 'isAddress'>,
): UnsafeUrlCode | undefined {
  if (protocol !== 'https:') return 'not_https';
  if (!isAddress && isLocalName(hostname)) return 'local_name';
  return blockedPorts.has(port) ? 'port' : undefined;
}

/**
 * Top-level names that never lead to a public host: the special-use names of IANA's registry (RFC 6761 and its
 * successors), the infrastructure domain `arpa` (with `home.arpa`), and names that private networks use by habit.
 * `internal` also covers the metadata host names of clouds. `test`, `example` and `invalid` are not listed: public DNS
 * never has an address for them, and a private address is refused like any other.
 */
const localTopLevel: ReadonlySet<string> = new Set([
  'localhost',
  'local',
  'internal',
  'arpa',
  'onion',
  'alt',
  'localdomain',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
]);

/** Whether a host name can only mean something inside a private network: one label, or under a special-use name. */
function isLocalName(name: string): boolean {
  const lastDot = name.lastIndexOf('.');
  return lastDot === -1 || localTopLevel.has(name.slice(lastDot + 1));
}

/** Whether a name is well formed for DNS: labels of 1 to 63 letters, digits, hyphens or underscores, 253 in all. */
function isDnsName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/**
 * Ports of well-known services that do not speak HTTP. All other ports are allowed: owners run receivers on 8443 or
 * 30001, which an allow list would refuse for no gain.
 *
 * The first group is the port blocking list of the Fetch standard. Browsers enforce it against the same abuse: an HTTP
 * request that makes a trusted machine speak to a mail server or a console. The second group adds newer services:
 * databases, caches, queues and remote desktops. Even a TLS handshake from here would look like an attack to them.
 */
const fetchStandard = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];
const dataStores = [
  88, 445, 1433, 1434, 1521, 1883, 2181, 3306, 3389, 5432, 5671, 5672, 5900, 6379, 6380, 6432, 8883, 9042,
  9092, 11211, 27017, 27018, 27019,
];
const blockedPorts: ReadonlySet<number> = new Set([...fetchStandard, ...dataStores]);
