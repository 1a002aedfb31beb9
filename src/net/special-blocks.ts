/** One refused block of addresses: its CIDR and the name the registry gives it. */
export type SpecialBlock = readonly [cidr: string, name: string];

/**
 * IPv4 blocks that no outbound request may reach: the IANA IPv4 Special-Purpose Address Registry, the multicast block
 * of the IPv4 Address Space Registry, and cloud platform addresses that look public.
 *
 * This includes blocks that the registry marks "globally reachable" (AS112, AMT, the anycast addresses in
 * 192.0.0.0/24): they are protocol infrastructure, and no owner runs a web server there.
 */
export const specialIPv4: readonly SpecialBlock[] = [
  ['0.0.0.0/8', 'This network'],
  ['10.0.0.0/8', 'Private-Use'],
  ['100.64.0.0/10', 'Shared Address Space'],
  ['127.0.0.0/8', 'Loopback'],
  ['169.254.0.0/16', 'Link Local (and the metadata service of most clouds)'],
  ['172.16.0.0/12', 'Private-Use'],
  ['192.0.0.0/24', 'IETF Protocol Assignments'],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)'],
  ['192.31.196.0/24', 'AS112-v4'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)'],
  ['192.168.0.0/16', 'Private-Use'],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service'],
  ['198.18.0.0/15', 'Benchmarking'],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)'],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)'],
  ['224.0.0.0/4', 'Multicast'],
  ['240.0.0.0/4', 'Reserved, with Limited Broadcast'],
  // Azure's virtual platform address looks public, but only hosts inside that cloud can reach it.
  ['168.63.129.16/32', 'Azure platform (WireServer)'],
];

/** The only part of the IPv6 space that IANA has opened for global unicast. Everything outside it is refused. */
export const globalUnicastIPv6 = '2000::/3';

/**
 * Blocks inside 2000::/3 that are refused: the IANA IPv6 Special-Purpose Address Registry. The entries outside
 * 2000::/3 (loopback, IPv4-mapped, NAT64, unique local, link local, SRv6 SIDs, ...) need no row here because
 * that whole space is refused.
 */
export const specialIPv6: readonly SpecialBlock[] = [
  ['2001::/23', 'IETF Protocol Assignments (Teredo, Benchmarking, AMT, AS112-v6, ORCHIDv2, Drone Remote ID)'],
  ['2001:db8::/32', 'Documentation'],
  ['2002::/16', '6to4 (embeds an IPv4 address)'],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service'],
  ['3fff::/20', 'Documentation'],
];
