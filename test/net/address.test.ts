import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInNetworks, isPublicAddress, isSameAddress, parseNetworks } from '../../src/net/address.ts';
import { isPublic4, isPublic6, read4, refused4, refused6, spellings6, write4 } from './support/ip-oracle.ts';
import { createTally } from './support/tally.ts';

const tally = createTally('addresses against the special-purpose registries');

function check4(value: bigint): void {
  tally(isPublic4(value) ? 'IPv4 public' : 'IPv4 special');
  expect([write4(value), isPublicAddress(write4(value))]).toEqual([write4(value), isPublic4(value)]);
}

function check6(value: bigint): void {
  for (const spelling of spellings6(value)) {
    tally(isPublic6(value) ? 'IPv6 public' : 'IPv6 special');
    expect([spelling, isPublicAddress(spelling)]).toEqual([spelling, isPublic6(value)]);
  }
}

/** The edges of a range and their neighbours, as far as they lie in the space. */
function edges([first, last]: readonly [bigint, bigint], bits: bigint): bigint[] {
  const middle = (first + last) / 2n;
  const candidates = [first - 1n, first, first + 1n, middle, last - 1n, last, last + 1n];
  return candidates.filter((value) => value >= 0n && value < 1n << bits);
}

describe('isPublicAddress', () => {
  it('agrees with the IPv4 registry at the edges of every block', () => {
    for (const range of refused4) for (const value of edges(range, 32n)) check4(value);
  });

  it('agrees with the IPv6 registry at the edges of every block, in every spelling', () => {
    for (const range of refused6) for (const value of edges(range, 128n)) check6(value);
  });

  it('agrees with the IPv4 registry for any address', () => {
    fc.assert(fc.property(fc.bigInt(0n, (1n << 32n) - 1n), check4), { numRuns: 20_000 });
  });

  it('agrees with the IPv4 registry in the first and middle address of all 65,536 blocks of size /16', () => {
    for (let block = 0n; block < 65_536n; block += 1n) {
      for (const value of [block << 16n, (block << 16n) + 0x8010n]) {
        tally(isPublic4(value) ? 'IPv4 public' : 'IPv4 special');
        if (isPublicAddress(write4(value)) !== isPublic4(value)) expect.fail(write4(value));
      }
    }
  });

  it('agrees with the IPv6 registry for any address', () => {
    fc.assert(fc.property(fc.bigInt(0n, (1n << 128n) - 1n), check6), { numRuns: 3000 });
  });

  it('agrees with the IPv6 registry inside 2000::/3 and near its special blocks', () => {
    const base = 0x2000n << 112n;
    fc.assert(fc.property(fc.bigInt(base, base * 2n - 1n), check6), { numRuns: 3000 });
    const near = fc.tuple(fc.constantFrom(...refused6), fc.bigInt(-(1n << 112n), 1n << 112n));
    fc.assert(
      fc.property(near, ([[first], offset]) => check6(BigInt.asUintN(128, first + offset))),
      { numRuns: 3000 },
    );
  });

  it('refuses every IPv6 address that embeds an IPv4 address, whichever it is', () => {
    const embed: ((v4: bigint, rest: bigint) => bigint)[] = [
      (v4) => v4, // IPv4-compatible
      (v4) => (0xffffn << 32n) | v4, // IPv4-mapped
      (v4) => (0xffffn << 48n) | v4, // IPv4-translated
      (v4) => (0x64ff9bn << 96n) | v4, // NAT64
      (v4, rest) => (0x64ff9b0001n << 80n) | ((rest & 0xffffffffffffn) << 32n) | v4, // local-use NAT64
      (v4, rest) => (0x2002n << 112n) | (v4 << 80n) | (rest & ((1n << 80n) - 1n)), // 6to4
      (v4, rest) => (0x20010000n << 96n) | ((rest & 0xffffffffffffffffn) << 32n) | (v4 ^ 0xffffffffn), // Teredo
      (v4, rest) => (((0x2a00n << 48n) | (rest & 0xffffffffffffn)) << 64n) | (0x5efen << 32n) | v4, // ISATAP
      (v4, rest) => (((0x2600n << 48n) | (rest & 0xffffffffffffn)) << 64n) | (0x2005efen << 32n) | v4,
    ];
    const inputs = [fc.bigInt(0n, (1n << 32n) - 1n), fc.bigInt(0n, (1n << 96n) - 1n)] as const;
    fc.assert(
      fc.property(...inputs, (v4, rest) => {
        for (const make of embed) {
          const [spelling = ''] = spellings6(make(v4, rest));
          tally('IPv6 with embedded IPv4');
          expect([spelling, isPublicAddress(spelling)]).toEqual([spelling, false]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses whatever is not a plainly written address', () => {
    const odd = [
      '',
      'localhost',
      '127.1',
      '0x7f.0.0.1',
      '010.1.1.1',
      '8.8.8.8 ',
      '8.8.8.8.',
      '[2606:4700::1]',
    ];
    for (const text of [...odd, 'fe80::1%eth0', '2606:4700::1%eth0', '1.2.3.4/32', '::1]', '2606:4700::1:']) {
      expect([text, isPublicAddress(text)]).toEqual([text, false]);
    }
  });
});

describe('trusted networks', () => {
  it('cover exactly the addresses of their range', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 32n) - 1n), fc.integer({ min: 0, max: 32 }), (value, bits) => {
        const networks = parseNetworks([`${write4(value)}/${bits}`]);
        const size = 1n << BigInt(32 - bits);
        const first = (value / size) * size;
        for (const probe of edges([first, first + size - 1n], 32n)) {
          const inside = probe >= first && probe < first + size;
          expect(isInNetworks(write4(probe), networks)).toBe(inside);
        }
      }),
    );
  });

  it('read a bare address as that address alone', () => {
    const networks = parseNetworks([' 127.0.0.1 ', 'fd00::5']);
    expect(['127.0.0.1', '127.0.0.2', 'fd00::5', 'fd00::6'].map((ip) => isInNetworks(ip, networks))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('of IPv4 do not cover the IPv6 spellings of their addresses', () => {
    const networks = parseNetworks(['127.0.0.0/8']);
    for (const ip of ['::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1']) {
      expect(isInNetworks(ip, networks)).toBe(false);
    }
  });

  it('are refused when they cannot be read', () => {
    for (const text of [
      '',
      'lan',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10/8',
      'fd00::/129',
      '1.2.3.4/-1',
    ]) {
      expect(() => parseNetworks([text])).toThrow(RangeError);
    }
  });
});

describe('isSameAddress', () => {
  it('sees through spelling and through nothing else', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, (1n << 128n) - 1n), (value) => {
        for (const a of spellings6(value))
          for (const b of spellings6(value)) expect(isSameAddress(a, b)).toBe(true);
        const [other = ''] = spellings6(value ^ 1n);
        expect(isSameAddress(other, spellings6(value)[0] ?? '')).toBe(false);
      }),
    );
    expect(isSameAddress('127.0.0.1', '::ffff:127.0.0.1')).toBe(false);
    expect(isSameAddress(write4(read4('127.0.0.1')), '127.0.0.1')).toBe(true);
  });
});
