import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSender, type SenderOptions } from '../../src/net/sender.ts';
import { UnsafeUrlError } from '../../src/net/target.ts';
import { isPublic4, isPublic6, spellings6, write4 } from './support/ip-oracle.ts';
import { createTally } from './support/tally.ts';

const tally = createTally('answers of the resolver');

async function refusal(url: string, options: Partial<SenderOptions>): Promise<string> {
  try {
    await createSender({ trustedNetworks: [], ...options }).vet(url);
    return 'accepted';
  } catch (error) {
    return error instanceof UnsafeUrlError ? error.code : String(error);
  }
}

const answering = (...addresses: string[]) => ({ resolve: async () => addresses });
const address4 = fc
  .bigInt(0n, (1n << 32n) - 1n)
  .map((value) => ({ text: write4(value), ok: isPublic4(value) }));
const address6 = fc
  .bigInt(0x1fn << 120n, 0x41n << 120n)
  .map((value) => ({ text: spellings6(value)[0] ?? '', ok: isPublic6(value) }));

describe('vetting of resolved addresses', () => {
  it('accepts a name only when every one of its addresses is public', async () => {
    const answers = fc.array(fc.oneof(address4, address6), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(answers, async (list) => {
        const good = list.every(({ ok }) => ok);
        tally(good ? 'all-public answers accepted' : 'answers with a bad address refused');
        const options = answering(...list.map(({ text }) => text));
        expect(await refusal('https://example.com/', options)).toBe(good ? 'accepted' : 'not_public');
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses a single private address at any place among public ones', async () => {
    const bad = [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:127.0.0.1',
      'fd00::1',
      '64:ff9b::a00:1',
    ];
    for (const wrong of [...bad, 'fe80::1%eth0', 'not an address', '127.1', '']) {
      for (let place = 0; place <= 3; place += 1) {
        const list = ['93.184.215.14', '1.1.1.1', '2606:4700::1111'];
        list.splice(place, 0, wrong);
        tally('answers with a bad address refused');
        expect([wrong, await refusal('https://example.com/', answering(...list))]).toEqual([
          wrong,
          'not_public',
        ]);
      }
    }
  });

  it('counts a name without addresses, a failing and a hanging look-up as unresolvable', async () => {
    const hanging = { resolve: () => new Promise<never>(() => {}), timeoutMs: 50 };
    const failing = { resolve: () => Promise.reject(new Error('SERVFAIL at 10.0.0.53')) };
    const throwing = {
      resolve: () => {
        throw new Error('bad');
      },
    };
    for (const options of [answering(), hanging, failing, throwing]) {
      expect(await refusal('https://example.com/', options)).toBe('unresolvable');
    }
  });

  it('gives the look-up a signal that aborts when the time is up', async () => {
    let aborted = false;
    const resolve = (_name: string, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason);
        });
      });
    expect(await refusal('https://example.com/', { resolve, timeoutMs: 30 })).toBe('unresolvable');
    expect(aborted).toBe(true);
  });

  it('never tells in the message what a name resolved to', async () => {
    const sender = createSender({ trustedNetworks: [], ...answering('10.11.12.13') });
    const error = await sender.vet('https://example.com/').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnsafeUrlError);
    expect(String(error)).not.toMatch(/10\.11|\d+\.\d+/);
    expect(String(error)).toMatch(/^UnsafeUrlError: The URL .*\.$/);
  });
});

describe('trusted networks', () => {
  const trusting = (...addresses: string[]) => ({
    trustedNetworks: ['127.0.0.0/8', 'fd00::/8'],
    ...answering(...addresses),
  });

  it('lift the https, port, name and address rules for their own addresses', async () => {
    expect(await refusal('http://127.0.0.1:6379/hook', trusting())).toBe('accepted');
    expect(await refusal('http://[fd00::1]/hook', trusting())).toBe('accepted');
    expect(await refusal('http://receiver:22/hook', trusting('127.0.0.5', 'fd00::5'))).toBe('accepted');
    expect(await refusal('https://receiver.internal/hook', trusting('127.0.0.5'))).toBe('accepted');
  });

  it('lift nothing for any other address', async () => {
    expect(await refusal('http://example.com/', trusting('93.184.215.14'))).toBe('not_https');
    expect(await refusal('https://example.com:22/', trusting('93.184.215.14'))).toBe('port');
    expect(await refusal('https://db.internal/', trusting('93.184.215.14'))).toBe('local_name');
    expect(await refusal('https://example.com/', trusting('10.0.0.1'))).toBe('not_public');
    expect(await refusal('https://example.com/', trusting('::ffff:127.0.0.1'))).toBe('not_public');
    expect(await refusal('http://10.0.0.1/', trusting())).toBe('not_https');
    expect(await refusal('https://[::1]/', trusting())).toBe('not_public');
  });

  it('lift nothing for a name that is only partly inside', async () => {
    expect(await refusal('http://example.com/', trusting('127.0.0.1', '93.184.215.14'))).toBe('not_https');
    expect(await refusal('https://example.com/', trusting('127.0.0.1', '10.0.0.1'))).toBe('not_public');
    expect(await refusal('https://example.com/', trusting('127.0.0.1', '93.184.215.14'))).toBe('not_public');
    expect(await refusal('https://example.com/', trusting('93.184.215.14', 'fd00::1'))).toBe('not_public');
    expect(await refusal('https://example.com/', trusting('93.184.215.14', '1.1.1.1'))).toBe('accepted');
  });

  it('lift neither the rule on credentials nor that on port 0', async () => {
    expect(await refusal('http://a:b@127.0.0.1/', trusting())).toBe('credentials');
    expect(await refusal('http://127.0.0.1:0/', trusting())).toBe('port');
  });

  it('that cannot be read are refused when the sender is created', () => {
    expect(() => createSender({ trustedNetworks: ['127.0.0.0/8', 'nonsense'] })).toThrow(/"nonsense"/);
    expect(() => createSender({ trustedNetworks: [], proxy: 'socks5://x' })).toThrow(RangeError);
  });
});

describe('the default resolver', () => {
  it('answers localhost by itself, so that trusting the IPv4 loopback is enough', async () => {
    expect(await refusal('http://localhost:3000/', { trustedNetworks: ['127.0.0.0/8'] })).toBe('accepted');
    expect(await refusal('http://localhost:3000/', { trustedNetworks: ['10.0.0.0/8'] })).toBe('not_https');
  });
});
