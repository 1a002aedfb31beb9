import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalOf } from '../../../src/domain/kernel/refusal.ts';
import { readPicture } from '../../../src/domain/platform/picture.ts';
import { png } from '../../kit/platform.ts';

const base64 = (text: string) => Buffer.from(text, 'base64');
const GIF = base64('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==');
const WEBP = base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA');
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080010001001011100ffd9', 'hex');

test.each([
  ['image/png', png(128, 128)],
  ['image/png', png(1024, 1024, 256 * 1024)],
  ['image/gif', GIF],
  ['image/webp', WEBP],
  ['image/jpeg', JPEG],
])('a picture is known by its content: %s', (mediaType, image) => {
  const hash = createHash('sha256').update(image).digest('hex');
  expect(readPicture(image)).toEqual({ mediaType, image, hash });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
const FORMAT = 'The file is not a PNG, JPEG, WebP or GIF.';
const CUT_OFF = 'The picture is cut off: its end is missing.';
test.each([
  ['a file over 256 KiB', png(128, 128, 256 * 1024 + 1), 'The picture is larger than 256 KiB.'],
  [
    'one over 1024 pixels wide',
    png(1025, 10),
    'The picture has 1025 × 10 pixels. The maximum is 1024 per side.',
  ],
  [
    'one over 1024 pixels high',
    png(10, 1025),
    'The picture has 10 × 1025 pixels. The maximum is 1024 per side.',
  ],
  ['one without a pixel', png(0, 10), FORMAT],
  ['SVG', Buffer.from(SVG), FORMAT],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), FORMAT],
  ['HTML behind the word PNG', Buffer.from('PNG\r\n<!doctype html><script>alert(1)</script>'), FORMAT],
  ['a PNG without its first byte', Buffer.concat([Buffer.alloc(1), png(128, 128).subarray(1)]), FORMAT],
  [
    'a JPEG without its third byte',
    Buffer.concat([JPEG.subarray(0, 2), Buffer.alloc(1), JPEG.subarray(3)]),
    FORMAT,
  ],
  ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(80, 1)]), FORMAT],
  ['a head that is cut off', png(128, 128).subarray(0, 18), FORMAT],
  ['a PNG that is cut off', png(128, 128).subarray(0, 60), CUT_OFF],
  ['a GIF that is cut off', GIF.subarray(0, -1), CUT_OFF],
  ['a WebP that is cut off', WEBP.subarray(0, -1), CUT_OFF],
  ['a JPEG that is cut off', JPEG.subarray(0, -1), CUT_OFF],
  ['nothing', Buffer.alloc(0), 'The picture is an empty file.'],
])('no picture is %s, and it is said why', (_, bytes, problem) => {
  const picture = readPicture(bytes);
  expect('problem' in picture && refusalOf(...picture.problem).message).toBe(problem);
});

test('whatever comes behind the first bytes of a picture is read or refused, and never an error', () => {
  const heads = ['89504e470d0a1a0a', 'ffd8ffe0', '474946383961', '52494646000000005745425056503858', ''];
  const head = fc.constantFrom(...heads).map((hex) => Buffer.from(hex, 'hex'));
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const picture = readPicture(Buffer.concat([start, rest]));
      expect('problem' in picture || picture.mediaType.startsWith('image/')).toBe(true);
    }),
  );
});
