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

/**
 * Whether a host name can only mean something inside a private network: one label, or under a special-use name.
 *
 * @param name lower-case host name without a trailing dot, not an IP address.
 */
export function isLocalName(name: string): boolean {
  const lastDot = name.lastIndexOf('.');
  return lastDot === -1 || localTopLevel.has(name.slice(lastDot + 1));
}

/** Whether a name is well formed for DNS: labels of 1 to 63 letters, digits, hyphens or underscores, 253 in all. */
export function isDnsName(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}
