import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { globalUnicastIPv6, type SpecialBlock, specialIPv4, specialIPv6 } from './special-blocks.ts';

/** A parsed CIDR block. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

const refused = {
  ipv4: specialIPv4.map(parseBlock),
  ipv6: specialIPv6.map(parseBlock),
};
const globalUnicast = parseCidr(globalUnicastIPv6);

/**
 * Whether an IP address is one of the public internet, by the IANA special-purpose registries.
 *
 * Addresses that contain an IPv4 address (mapped, compatible, 6to4, Teredo, NAT64, ISATAP) are never public: the host
 * that they reach depends on translators, which this process does not know.
 *
 * @param address IPv4 in dotted decimal or IPv6, without brackets. Anything else, zone ids included, is not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  if (parsed.kind() === 'ipv4') return !refused.ipv4.some((block) => within(parsed, block));
  return within(parsed, globalUnicast) && !isIsatap(parsed) && !refused.ipv6.some((b) => within(parsed, b));
}

/**
 * Parses a list of CIDR blocks; a bare address means that one address.
 *
 * @throws RangeError naming the first entry that is not a CIDR block.
 */
export function parseNetworks(list: readonly string[]): readonly Network[] {
  return list.map((entry) => parseCidr(entry.trim()));
}

/** Whether an address lies inside any of the blocks. An IPv4 block never covers an IPv6 spelling of its addresses. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && networks.some((network) => within(parsed, network));
}

/** Whether two spellings name the same address. */
export function isSameAddress(a: string, b: string): boolean {
  const left = parseAddress(a);
  const right = parseAddress(b);
  return (
    left !== undefined && right !== undefined && left.toNormalizedString() === right.toNormalizedString()
  );
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // ipaddr.js also reads octal, hexadecimal and short forms. Node's check accepts only the plain spellings.
  return isIP(text) !== 0 && !text.includes('%') ? ipaddr.parse(text) : undefined;
}

function parseBlock([cidr]: SpecialBlock): Network {
  return parseCidr(cidr);
}

function parseCidr(text: string): Network {
  const [base = '', length, ...rest] = text.split('/');
  const address = parseAddress(base);
  const width = address?.kind() === 'ipv6' ? 128 : 32;
  const wellFormed = length === undefined || /^\d{1,3}$/.test(length);
  const bits = length === undefined ? width : Number(length);
  if (address === undefined || rest.length > 0 || !wellFormed || bits > width) {
    throw new RangeError(`"${text}" is not a network in CIDR notation, such as 10.0.0.0/8 or fd00::/8.`);
  }
  return [address, bits];
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Network): boolean {
  if (address.kind() !== base.kind()) return false;
  return address.match(base, bits);
}

/** RFC 5214: interface identifiers 0000:5efe and 0200:5efe are followed by an IPv4 address, under any prefix. */
function isIsatap(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  return (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}
