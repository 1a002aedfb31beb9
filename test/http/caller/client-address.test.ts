import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createClientReader } from '../../../src/http/caller/client-address.ts';

function from(remoteAddress: string | undefined, forwardedFor?: string) {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

const PROXIES = ['10.0.0.0/8', '2001:db8:ffff::/48'];

test.each([
  ['the peer, whatever it claims, where no proxy is trusted', [], '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ['the peer, whatever it claims, if it is none', PROXIES, '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['the address that the proxy names', PROXIES, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['not what the client wrote before', PROXIES, '10.0.0.1', '192.0.2.66, 203.0.113.9', '203.0.113.9'],
  ['that before a chain of proxies', PROXIES, '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['that which an IPv6 proxy names', PROXIES, '2001:db8:ffff::1', '203.0.113.9', '203.0.113.9'],
  ['a proxy on an IPv4-mapped peer', PROXIES, '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the proxy, if it says nothing', PROXIES, '10.0.0.1', undefined, '10.0.0.1'],
  ['the proxy, if it names no address', PROXIES, '10.0.0.1', 'unknown', '10.0.0.1'],
  ['that with a port, without the port', PROXIES, '10.0.0.1', '203.0.113.9:52114', '203.0.113.9'],
  ['an IPv6 address with a port', PROXIES, '10.0.0.1', '[2001:db8::7]:52114', '2001:db8::7'],
  ['an IPv6 address in brackets', PROXIES, '10.0.0.1', '[2001:db8::7]', '2001:db8::7'],
  ['an IPv6 address that ends like a port', PROXIES, '10.0.0.1', '2001:db8::7:443', '2001:db8::7:443'],
  [
    'that before proxies with ports',
    PROXIES,
    '10.0.0.1',
    '1.1.1.1, 203.0.113.9:80, [2001:db8:ffff::2]:443 , 10.0.0.2:8080',
    '203.0.113.9',
  ],
  ['the proxy, if it names half an address', PROXIES, '10.0.0.1', '[2001:db8::7:443', '10.0.0.1'],
  ['the last proxy, if that names no address', PROXIES, '10.0.0.1', "' or 1=1, 10.0.0.2", '10.0.0.2'],
])('the client is %s', (_, proxies, peer, forwardedFor, address) => {
  expect(createClientReader(proxies)(from(peer, forwardedFor)).address).toBe(address);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('budgets know %s as %s', (peer, key) => {
  expect(createClientReader([])(from(peer)).key).toBe(key);
});

test('a connection that is gone has no address, and a key all the same', () => {
  expect(createClientReader(PROXIES)(from(undefined))).toEqual({ address: undefined, key: 'unknown' });
});
