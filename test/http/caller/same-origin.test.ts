import { expect, test } from 'vitest';
import { isSameOrigin } from '../../../src/http/message/request.ts';

const host = 'bots.example:3000';

test.each<[string, Record<string, string>, boolean]>([
  ['a command-line client', { host }, true],
  ['a form of this site', { host, 'sec-fetch-site': 'same-origin', origin: `https://${host}` }, true],
  ['an address typed by the visitor', { host, 'sec-fetch-site': 'none' }, true],
  ['another site', { host, 'sec-fetch-site': 'cross-site' }, false],
  ['a sibling under the same domain', { host, 'sec-fetch-site': 'same-site' }, false],
  ['a site that the browser names unexpectedly', { host, 'sec-fetch-site': 'anything' }, false],
  [
    'another site that claims our origin',
    { host, 'sec-fetch-site': 'cross-site', origin: `https://${host}` },
    false,
  ],
  ['an older browser on this site', { host, origin: `https://${host}` }, true],
  ['an older browser on this site behind TLS termination', { host, origin: `http://${host}` }, true],
  ['an older browser on another site', { host, origin: 'https://evil.example' }, false],
  ['an older browser on another port', { host, origin: 'https://bots.example:4000' }, false],
  [
    'an older browser on a site whose name begins like ours',
    { host, origin: `https://${host}.evil.example` },
    false,
  ],
  ['a sandboxed frame', { host, origin: 'null' }, false],
  ['an origin that is no URL', { host, origin: 'bots.example:3000/' }, false],
  ['an empty origin', { host, origin: '' }, false],
  ['an origin with our name in its user part', { host, origin: `https://${host}@evil.example` }, false],
  ['a request without a host', { origin: 'https://evil.example' }, false],
])('A request from %s, %o, is of the same origin: %s', (_, headers, expected) => {
  expect(isSameOrigin({ headers })).toBe(expected);
});
