import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A parsed CIDR block. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/**
 * IPv4 blocks that no outbound request may reach: the IANA IPv4 Special-Purpose Address Registry, the multicast block
 * of the IPv4 Address Space Registry, and cloud platform addresses that look public.
 *
 * This includes blocks that the registry marks "globally reachable" (AS112, AMT, the anycast addresses in
 * 192.0.0.0/24): they are protocol infrastructure, and no owner runs a web server there.
 */
const refusedIPv4 = parseNetworks([
  '0.0.0.0/8', // This network
  '10.0.0.0/8', // Private-Use
  '100.64.0.0/10', // Shared Address Space
  '127.0.0.0/8', // Loopback
  '169.254.0.0/16', // Link Local (and the metadata service of most clouds)
  '172.16.0.0/12', // Private-Use
  '192.0.0.0/24', // IETF Protocol Assignments
  '192.0.2.0/24', // Documentation (TEST-NET-1)
  '192.31.196.0/24', // AS112-v4
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // Deprecated (6to4 Relay Anycast)
  '192.168.0.0/16', // Private-Use
  '192.175.48.0/24', // Direct Delegation AS112 Service
  '198.18.0.0/15', // Benchmarking
  '198.51.100.0/24', // Documentation (TEST-NET-2)
  '203.0.113.0/24', // Documentation (TEST-NET-3)
  '224.0.0.0/4', // Multicast
  '240.0.0.0/4', // Reserved, with Limited Broadcast
  // Azure's virtual platform address looks public, but only hosts inside that cloud can reach it.
  '168.63.129.16/32', // Azure platform (WireServer)
]);

/** The only part of the IPv6 space that IANA has opened for global unicast. Everything outside it is refused. */
const globalUnicastIPv6 = parseNetworks(['2000::/3']);

/** Blocks inside 2000::/3 that are refused: the IANA IPv6 Special-Purpose Address Registry. */
const refusedIPv6 = parseNetworks([
  '2001::/23', // IETF Protocol Assignments (Teredo, Benchmarking, AMT, AS112-v6, ORCHIDv2, Drone Remote ID)
  '2001:db8::/32', // Documentation
  '2002::/16', // 6to4 (embeds an IPv4 address)
  '2620:4f:8000::/48', // Direct Delegation AS112 Service
  '3fff::/20', // Documentation
]);

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
  if (parsed.kind() === 'ipv4') return !isWithin(parsed, refusedIPv4);
  return isWithin(parsed, globalUnicastIPv6) && !isIsatap(parsed) && !isWithin(parsed, refusedIPv6);
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
  return parsed !== undefined && isWithin(parsed, networks);
}

/** Whether two spellings name the same address. */
export function isSameAddress(a: string, b: string): boolean {
  const [left, right] = [parseAddress(a), parseAddress(b)];
  return left !== undefined && left.toNormalizedString() === right?.toNormalizedString();
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // ipaddr.js also reads octal, hexadecimal and short forms. Node's check accepts only the plain spellings.
  return isIP(text) !== 0 && !text.includes('%') ? ipaddr.parse(text) : undefined;
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

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));
}

/** RFC 5214: interface identifiers 0000:5efe and 0200:5efe are followed by an IPv4 address, under any prefix. */
function isIsatap(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  return (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}
