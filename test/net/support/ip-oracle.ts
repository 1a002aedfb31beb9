/**
 * A second statement of which addresses are public, written from the registries as first and last addresses and
 * with nothing but integers, so that it shares neither data nor code with what it checks.
 */
const four: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
];

/** Every refused range of IPv4, as 32-bit integers. */
export const refused4: readonly (readonly [bigint, bigint])[] = four.map(([a, b]) => [read4(a), read4(b)]);

/** Refused ranges of IPv6 in the registry's own terms, as 128-bit integers. */
export const refused6: readonly (readonly [bigint, bigint])[] = [
  [0n, (0x2000n << 112n) - 1n], // everything below 2000::, mapped, NAT64 and discard-only among it
  range6('0000000000000000ffff000000000000', 96), // IPv4-mapped sits in the line above; its edges are tried too
  range6('0064ff9b000000000000000000000000', 96), // NAT64
  range6('0064ff9b000100000000000000000000', 48), // local-use NAT64
  range6('01000000000000000000000000000000', 64), // discard-only
  range6('01000000000000010000000000000000', 64), // dummy prefix
  range6('20010000000000000000000000000000', 23), // IETF protocol assignments
  range6('20010db8000000000000000000000000', 32), // documentation
  range6('20020000000000000000000000000000', 16), // 6to4
  range6('2620004f800000000000000000000000', 48), // AS112
  range6('3fff0000000000000000000000000000', 20), // documentation
  [0x4000n << 112n, (1n << 128n) - 1n], // everything from 4000:: up
  range6('5f000000000000000000000000000000', 16), // SRv6 SIDs
  range6('fc000000000000000000000000000000', 7), // unique local
  range6('fe800000000000000000000000000000', 10), // link local
  range6('fec00000000000000000000000000000', 10), // site local
  range6('ff000000000000000000000000000000', 8), // multicast
];

export function isPublic4(value: bigint): boolean {
  return refused4.every(([first, last]) => value < first || value > last);
}

export function isPublic6(value: bigint): boolean {
  const isatap = ((value >> 32n) & 0xfdffffffn) === 0x5efen;
  return !isatap && refused6.every(([first, last]) => value < first || value > last);
}

export function read4(text: string): bigint {
  return text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
}

export function write4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
}

/** Every legal way to write an IPv6 address that a resolver or a URL could bring. */
export function spellings6(value: bigint): string[] {
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  );
  const plain = groups.join(':');
  const full = groups.map((group) => group.padStart(4, '0')).join(':');
  const dotted = `${groups.slice(0, 6).join(':')}:${write4(value & 0xffffffffn)}`;
  const short = plain.replace(/(^|:)0(:0)+(:|$)/, '::');
  return [plain, full, full.toUpperCase(), dotted, short];
}

function range6(hex: string, prefix: number): readonly [bigint, bigint] {
  const first = BigInt(`0x${hex}`);
  return [first, first + (1n << BigInt(128 - prefix)) - 1n];
}
