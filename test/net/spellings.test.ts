import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublic4, spellings6 } from './support/ip-oracle.ts';
import { lenient, refusal } from './support/lenient.ts';
import { createTally } from './support/tally.ts';

const tally = createTally('spellings of IP literals');
/** All the ways to write one IPv4 address that some parser somewhere accepts. */
function spellings4(value: number): string[] {
  const octets = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  const hex = (n: number) => `0x${n.toString(16)}`;
  const octal = (n: number) => `0${n.toString(8)}`;
  const dotted = octets.join('.');
  const wide = [...dotted].map((ch) =>
    ch === '.' ? '.' : String.fromCodePoint(0xfee0 + (ch.codePointAt(0) ?? 0)),
  );
  return [
    dotted,
    String(value >>> 0),
    hex(value >>> 0),
    octal(value >>> 0),
    octets.map(hex).join('.'),
    octets.map(octal).join('.'),
    octets.map((n) => `000000${n.toString(8)}`).join('.'),
    [hex(a), octal(b), c, d].join('.'),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${hex(a)}.${hex((b << 16) | (c << 8) | d)}`,
    `${dotted}.`,
    `${value >>> 0}.`,
    ...['\u3002', '\uff0e', '\uff61'].map((dot) => dotted.replaceAll('.', dot)),
    wide.join(''),
    [...dotted].map((ch) => `%${(ch.codePointAt(0) ?? 0).toString(16)}`).join(''),
    dotted.replaceAll('.', '%2e'),
  ];
}

describe('vetting of IP literals', () => {
  it('refuses every spelling of an IPv4 address that is not public', async () => {
    const special = [
      0x7f000001, 0x0a000001, 0xac100001, 0xc0a80001, 0xa9fea9fe, 0xa83f8110, 0x00000000, 0xffffffff,
    ];
    for (const value of special) {
      for (const spelling of spellings4(value)) {
        tally('IPv4 spellings refused');
        expect([spelling, await refusal(`https://${spelling}/`)]).toEqual([spelling, 'not_public']);
      }
    }
  });

  it('judges every spelling of any IPv4 address as the address it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 0xffffffff }), async (value) => {
        const expected = isPublic4(BigInt(value)) ? 'accepted' : 'not_public';
        for (const spelling of spellings4(value)) {
          tally(expected === 'accepted' ? 'IPv4 spellings accepted as public' : 'IPv4 spellings refused');
          expect([spelling, await refusal(`https://${spelling}/`)]).toEqual([spelling, expected]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('refuses IPv6 literals that are local or carry an IPv4 address', async () => {
    const literals = [
      '::',
      '::1',
      '0:0:0:0:0:0:0:1',
      '::7f00:1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::FFFF:0:127.0.0.1',
      '::ffff:8.8.8.8',
      '::8.8.8.8',
      '64:ff9b::127.0.0.1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2002:808:808::1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '::5efe:7f00:1',
      '2a00:1450:4001::5efe:10.0.0.1',
      '2a00:1450:4001:0:200:5efe:a00:1',
      'fe80::1',
      'fec0::1',
      'fc00::1',
      'fd00:ec2::254',
      'fd20:ce::254',
      'ff02::1',
      '100::1',
      '2001:db8::1',
      '3fff::1',
      '5f00::1',
      '4000::1',
    ];
    for (const literal of literals) {
      tally('IPv6 literals refused');
      expect([literal, await refusal(`https://[${literal}]/`)]).toEqual([literal, 'not_public']);
    }
  });

  it('refuses IPv6 literals with zone ids, odd brackets or trailing dots', async () => {
    const hosts = [
      '[fe80::1%25eth0]',
      '[fe80::1%eth0]',
      '[::1%250]',
      '[::1].',
      '[[::1]]',
      '[::1',
      '::1',
      '[v1.x]',
      '[]',
    ];
    for (const host of [...hosts, '[2606:4700::1111].', '[::ffff:0x7f.0.0.1]', '[::ffff:127.1]']) {
      tally('IPv6 literals refused');
      expect([host, await refusal(`https://${host}/`)]).toEqual([host, 'malformed']);
    }
  });

  it('refuses the metadata addresses of clouds', async () => {
    const hosts = ['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192'];
    for (const host of [...hosts, '[fd00:ec2::254]', '[fd20:ce::254]', '[fe80::a9fe:a9fe]']) {
      tally('metadata addresses refused');
      expect([host, await refusal(`https://${host}/latest/meta-data/`)]).toEqual([host, 'not_public']);
    }
  });

  it('accepts public addresses in every legal spelling', async () => {
    for (const host of [
      '1.1.1.1',
      '8.8.8.8',
      '93.184.215.14',
      '168.63.129.17',
      '172.32.0.1',
      '100.128.0.1',
    ]) {
      expect([host, await refusal(`https://${host}/hook`)]).toEqual([host, 'accepted']);
    }
    for (const spelling of spellings6(0x26064700_47000000_00000000_00001111n)) {
      tally('public literals accepted');
      expect([spelling, await refusal(`https://[${spelling}]:8443/hook`)]).toEqual([spelling, 'accepted']);
    }
  });

  it('never resolves a literal', async () => {
    const { asked, sender } = lenient();
    for (const url of ['https://1.1.1.1/', 'https://0x01010101/', 'https://[2606:4700::1111]/'])
      await sender.vet(url);
    expect(asked).toEqual([]);
  });
});
