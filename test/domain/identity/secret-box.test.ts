import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyring, createSecretBox } from '../../../src/domain/identity/secret-box.ts';
import { sealedBefore } from '../../kit/stored-secrets.ts';

const KEY = randomBytes(32);
const box = createSecretBox(createKeyring(KEY), randomBytes);
/** Of version and id of the key. */
const PREFIX_BYTES = 5;

test('what was sealed opens again for the same owner, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (secret, owner) => {
      expect(box.open(box.seal(secret, owner), owner)).toBe(secret);
    }),
  );
});

test('a sealed value does not open for another owner', () => {
  const sealed = box.seal('whsec_secret', '100000000000000001');
  expect(() => box.open(sealed, '100000000000000002')).toThrow();
});

test('a sealed value does not open with another key', () => {
  const sealed = box.seal('whsec_secret', 'owner');
  expect(() => createSecretBox(createKeyring(randomBytes(32)), randomBytes).open(sealed, 'owner')).toThrow();
});

test('a sealed value with any one bit changed does not open', () => {
  const sealed = box.seal('whsec_secret', 'owner');
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => box.open(changed, 'owner')).toThrow();
  }
});

test('a sealed value that was cut short, at any place, does not open', () => {
  const sealed = box.seal('whsec_secret', 'owner');
  for (let length = 0; length < sealed.length; length++) {
    expect(() => box.open(sealed.subarray(0, length), 'owner')).toThrow();
  }
});

test('a tag of fewer than 16 bytes is not even compared', () => {
  const short = box.seal('', 'owner').subarray(0, 12);
  expect(() => box.open(short, 'owner')).toThrow(/tag length/);
});

test('the same secret is sealed differently each time, and never legibly', () => {
  const sealed = Array.from({ length: 100 }, () => box.seal('whsec_secret', 'owner'));
  expect(
    new Set(sealed.map((bytes) => bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + 12).toString('hex'))).size,
  ).toBe(100);
  for (const bytes of sealed) expect(bytes.includes('whsec_')).toBe(false);
});

test('a sealed value opens from the plain bytes a driver returns', () => {
  expect(box.open(new Uint8Array(box.seal('text', 'owner')), 'owner')).toBe('text');
});

test('a value that was sealed before keys had ids opens, for its owner and with its key', () => {
  const sealed = sealedBefore(KEY, 'owner');
  expect(box.open(sealed, 'owner')).toBe('whsec_secret');
  expect(() => box.open(sealed, 'other')).toThrow();
  expect(() => createSecretBox(createKeyring(randomBytes(32)), randomBytes).open(sealed, 'owner')).toThrow();
});

test('it opens also when it begins, by chance, like one that names the key', () => {
  const nonce = Buffer.concat([box.seal('', '').subarray(0, PREFIX_BYTES), randomBytes(12 - PREFIX_BYTES)]);
  expect(box.open(sealedBefore(KEY, 'owner', 'whsec_secret', nonce), 'owner')).toBe('whsec_secret');
});

test('a sealed value names its key, by an id that another process with the same key gives it, too', () => {
  const { current } = createKeyring(KEY);
  const [version, ...id] = box.seal('whsec_secret', 'owner').subarray(0, PREFIX_BYTES);
  expect([version, Buffer.from(id)]).toEqual([1, current.id]);
  expect(createKeyring(randomBytes(32)).current.id).not.toEqual(current.id);
});

test('an earlier key still opens what it sealed, and seals nothing any more', () => {
  const next = randomBytes(32);
  const both = createSecretBox(createKeyring(next, KEY), randomBytes);
  expect(both.open(box.seal('old', 'owner'), 'owner')).toBe('old');
  expect(both.open(sealedBefore(KEY, 'owner', 'older'), 'owner')).toBe('older');
  const sealed = both.seal('new', 'owner');
  expect(createSecretBox(createKeyring(next), randomBytes).open(sealed, 'owner')).toBe('new');
  expect(() => box.open(sealed, 'owner')).toThrow();
});
