import { describe, expect, it } from 'vitest';
import { lenient, refusal } from './support/lenient.ts';
import { createTally } from './support/tally.ts';

const tally = createTally('names and URLs');

describe('vetting of names', () => {
  it('refuses names that only a local network knows', async () => {
    const names = [
      'localhost',
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      'a.localhost.',
      'intranet',
      'db',
      'db.',
    ];
    const more = [
      'printer.local',
      'metadata.google.internal',
      'router.home.arpa',
      '1.0.0.127.in-addr.arpa',
      'a.lan',
    ];
    const odd = [
      '\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3',
      '\uff4c\uff4fcalhost',
      '%6cocalhost',
      'a.%6coca%6c',
      'loc\u00adalhost',
      'hidden.onion',
      'x.corp',
    ];
    for (const name of [...names, ...more, ...odd]) {
      tally('local names refused');
      expect([name, await refusal(`https://${name}/`)]).toEqual([name, 'local_name']);
    }
  });

  it('refuses names that are not names', async () => {
    const label = 'a'.repeat(64);
    const hosts = [
      'example.com..',
      '.example.com',
      'a..example.com',
      `${label}.example.com`,
      "a'b.example.com",
    ];
    const long = Array.from({ length: 30 }, () => 'abcdefghi').join('.');
    for (const host of [
      ...hosts,
      `${long}.com`,
      'a!.example.com',
      '1.2.3.4.5',
      '256.1.1.1',
      '0x7f.1.2.3.4',
      '',
    ]) {
      tally('malformed hosts refused');
      expect([host, await refusal(`https://${host}/`)]).toEqual([host, 'malformed']);
    }
  });

  it('accepts public names, with or without a trailing dot, and resolves them without it', async () => {
    const { asked, sender } = lenient();
    const hosts = [
      'example.com',
      'example.com.',
      'HOOKS.Example.COM',
      'bücher.example',
      'a_b.example.org',
      'xn--p1ai.xn--p1ai',
    ];
    for (const host of hosts) {
      tally('public names accepted');
      await sender.vet(`https://${host}/hook?x=1#y`);
    }
    expect(asked).toEqual([
      'example.com',
      'example.com',
      'hooks.example.com',
      'xn--bcher-kva.example',
      'a_b.example.org',
      'xn--p1ai.xn--p1ai',
    ]);
  });
});

describe('vetting of the rest of the URL', () => {
  it('refuses other schemes, credentials, blanks, backslashes and control characters', async () => {
    const cases: [url: string, code: string][] = [
      ['http://example.com/', 'not_https'],
      ['ftp://example.com/', 'not_https'],
      ['file:///etc/passwd', 'not_https'],
      ['data:text/plain,x', 'not_https'],
      ['javascript:alert(1)', 'not_https'],
      ['wss://example.com/', 'not_https'],
      ['https://user@example.com/', 'credentials'],
      ['https://:secret@example.com/', 'credentials'],
      ['https://example.com@127.0.0.1/', 'credentials'],
      ['https://example.com/ x', 'malformed'],
      [' https://example.com/', 'malformed'],
      ['https://exam\tple.com/', 'malformed'],
      ['https://example.com/\r\nX: y', 'malformed'],
      ['https:\\\\example.com\\', 'malformed'],
      ['https://127.0.0.1\\@example.com/', 'malformed'],
      ['https://example.com\u0000/', 'malformed'],
      ['//example.com/', 'malformed'],
      ['example.com', 'malformed'],
      ['https://', 'malformed'],
      ['', 'malformed'],
    ];
    for (const [url, code] of cases) {
      tally('malformed URLs refused');
      expect([url, await refusal(url)]).toEqual([url, code]);
    }
  });

  it('reads parser traps as the host that would be connected to', async () => {
    for (const url of [
      'https:127.0.0.1',
      'https:///127.0.0.1/',
      'https:/127.0.0.1',
      'https://127.0.0.1#@example.com',
    ]) {
      tally('parser traps refused');
      expect([url, await refusal(url)]).toEqual([url, 'not_public']);
    }
    expect(await refusal('https://127.0.0.1?@example.com/')).toBe('not_public');
  });

  it('allows 2048 characters and not one more, percent-encoding included', async () => {
    const base = 'https://example.com/';
    expect(await refusal(base + 'a'.repeat(2048 - base.length))).toBe('accepted');
    expect(await refusal(base + 'a'.repeat(2049 - base.length))).toBe('too_long');
    expect(await refusal(base + 'é'.repeat(2000))).toBe('too_long');
  });

  it('refuses ports of other services and port 0, and allows all others', async () => {
    for (const port of [
      0, 22, 25, 53, 110, 143, 445, 465, 587, 993, 995, 3306, 3389, 5432, 6379, 11211, 27017,
    ]) {
      tally('service ports refused');
      expect([port, await refusal(`https://example.com:${port}/`)]).toEqual([port, 'port']);
    }
    for (const port of [80, 443, 3000, 8080, 8443, 9000, 30001, 65535]) {
      expect([port, await refusal(`https://example.com:${port}/`)]).toEqual([port, 'accepted']);
    }
    expect(await refusal('https://example.com:65536/')).toBe('malformed');
  });
});
