import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalOf } from '../../src/domain/kernel/refusal.ts';
import { MAX_PICTURE_BYTES, readPicture } from '../../src/domain/platform/picture.ts';
import { emptyPng } from '../kit/platform.ts';
import { assertInTime, Tally } from './budget.ts';

const MAX_CPU_MS = 500;
const base64 = (text: string) => Buffer.from(text, 'base64');
/** Deflated, a thousandth of what it becomes: a browser that believed in the size would take a gigabyte. */
const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });

const PICTURES = [
  emptyPng(128, 128),
  emptyPng(1024, 1024, 4096),
  Buffer.concat([emptyPng(64, 64).subarray(0, 40), bomb, emptyPng(64, 64).subarray(-12)]),
  base64('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='),
  base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080010001001011100ffd9', 'hex'),
];
/** What else a file could be for another reader of it. */
const OTHERS = [
  '<!doctype html><script>alert(1)</script>',
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  '%PDF-1.7\n',
  'PK\x03\x04',
  '/*',
  '*/=alert(1)//',
  'BM',
  'II*\0',
  '\0\0\x01\0',
  '8BPS\0\x01',
  'ftypheic',
  '#!/bin/sh\n',
].map((text) => Buffer.from(text, 'latin1'));
const EXTREMES = [
  '00000000',
  'ffffffff',
  '7fffffff',
  '80000000',
  '0000ffff',
  'ffff0000',
  '00000401',
  '01040000',
];

type Change = (image: Buffer) => Buffer;
const at = (image: Buffer, place: number) => Math.floor(place * (image.length + 1));
const place = fc.double({ min: 0, max: 1, noNaN: true });
const other = fc.oneof(
  fc.constantFrom(...OTHERS, ...PICTURES),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
);
const changing = <Value>(values: fc.Arbitrary<Value>, apply: (image: Buffer, value: Value) => Buffer) =>
  values.map(
    (value): Change =>
      (image) =>
        apply(image, value),
  );
const change = fc.oneof(
  changing(place, (image, end) => image.subarray(0, at(image, end))),
  changing(place, (image, start) => image.subarray(at(image, start))),
  changing(other, (image, more) => Buffer.concat([image, more])),
  changing(other, (image, more) => Buffer.concat([more, image])),
  changing(fc.tuple(place, other), (image, [where, more]) =>
    Buffer.concat([image.subarray(0, at(image, where)), more, image.subarray(at(image, where))]),
  ),
  // Sizes, lengths of chunks and types are in the first bytes: most changes go there.
  changing(fc.tuple(fc.nat(40), fc.constantFrom(...EXTREMES)), (image, [offset, hex]) =>
    overwrite(image, offset, Buffer.from(hex, 'hex')),
  ),
  changing(fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 4 })), (image, [where, bytes]) =>
    overwrite(image, at(image, where), Buffer.from(bytes)),
  ),
  changing(fc.constantFrom(MAX_PICTURE_BYTES, MAX_PICTURE_BYTES + 1), (image, size) =>
    image.length < size ? Buffer.concat([image, Buffer.alloc(size - image.length)]) : image,
  ),
);
const file = fc
  .tuple(fc.constantFrom(...PICTURES), fc.array(change, { maxLength: 4 }))
  .map(([picture, changes]) => changes.reduce((image, apply) => apply(image), picture));

/** How a file of the type begins, `.` for any byte. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff',
  'image/gif': 'GIF8.a',
  'image/webp': 'RIFF....WEBPVP8',
};

test('generated files are read or refused soon, and no accepted one is of another kind or too large', async () => {
  const tally = new Tally();
  let slowest = 0;
  await assertInTime(
    fc.property(file, (bytes) => {
      const before = process.cpuUsage();
      const read = readPicture(bytes);
      const { user, system } = process.cpuUsage(before);
      slowest = Math.max(slowest, (user + system) / 1000);
      expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS);
      if ('problem' in read) {
        tally.add('refused');
        expect(refusalOf(...read.problem).message).toMatch(/^[A-Z].{10,120}\.$/);
        return;
      }
      tally.add(read.mediaType);
      expect(Buffer.compare(read.image, bytes)).toBe(0);
      expect(read.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(bytes.length).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
      const beginning = BEGINNINGS[read.mediaType] ?? '';
      const masked = Array.from(beginning, (letter, index) =>
        letter === '.' ? '.' : String.fromCharCode(bytes[index] ?? 0),
      );
      expect(masked.join('')).toBe(beginning);
      for (const pixels of sizeOf(bytes, read.mediaType)) {
        expect(pixels).toBeGreaterThanOrEqual(1);
        expect(pixels).toBeLessThanOrEqual(1024);
      }
    }),
  );
  tally.print('Pictures');
  process.stdout.write(`slowest ${Math.round(slowest)} ms of CPU\n`);
  expect(tally.of('refused')).toBeGreaterThan(0);
  for (const mediaType of Object.keys(BEGINNINGS)) expect(tally.of(mediaType), mediaType).toBeGreaterThan(0);
});

function overwrite(image: Buffer, offset: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(image);
  bytes.copy(copy, Math.min(offset, copy.length));
  return copy;
}

/** Width and height as the format has them at a fixed place; nothing for those that have no such place. */
function sizeOf(image: Buffer, mediaType: string): number[] {
  if (mediaType === 'image/png') return [image.readUInt32BE(16), image.readUInt32BE(20)];
  if (mediaType === 'image/gif') return [image.readUInt16LE(6), image.readUInt16LE(8)];
  return [];
}
