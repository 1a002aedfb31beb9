import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { CODINGS, type Coding, type Reply } from './reply.ts';

/** A file in every content coding that makes it clearly smaller. A large one has only these. */
export type Encoded = Readonly<Partial<Record<'identity' | Coding, Uint8Array>>>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A coding must leave at most this share of a file. Pictures and fonts are compressed already. */
const WORTHWHILE = 0.95;

/** Smaller bodies fit into the first packet without compression. */
export const MIN_COMPRESSED_BYTES = 1000;

/** A larger file that can be compressed is never kept or sent as it is. */
export const MAX_PLAIN_BYTES = 256 * 1024;

/** Fast compression for responses that are made for one reader, or change soon. */
export const FAST_BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Compresses a file once per process.
 *
 * @param options options of brotli; without them the result is as small as possible, which takes seconds per megabyte
 */
export async function encode(contents: Uint8Array, options: BrotliOptions = {}): Promise<Encoded> {
  const [br, gzipped] = await Promise.all([brotli(contents, options), zip(contents, { level: 9 })]);
  const isSmaller = (coded: Uint8Array) => coded.length < contents.length * WORTHWHILE;
  const hasPlain = contents.length <= MAX_PLAIN_BYTES || !isSmaller(gzipped) || !isSmaller(br);
  return {
    ...(isSmaller(br) && { br }),
    ...(isSmaller(gzipped) && { gzip: gzipped }),
    ...(hasPlain && { identity: new Uint8Array(contents) }),
  };
}

/** A response with a file, which has the best coding for each client. */
export function replyEncoded(encoded: Encoded, headers: Readonly<Record<string, string>>): Reply {
  const coded = (coding: Coding) => encoded[coding];
  return encoded.identity
    ? { status: 200, headers, coded, body: encoded.identity }
    : { status: 200, headers, coded, isCodedOnly: true };
}

/**
 * Chooses the content coding for a client (RFC 9110, section 12.5.3).
 *
 * @param acceptEncoding the `Accept-Encoding` header
 * @returns undefined when the client accepts none of them
 */
export function chooseCoding(acceptEncoding: string | string[] | undefined): Coding | undefined {
  const accepted = (acceptEncoding ?? '')
    .toString()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';')[0]?.trim().toLowerCase());
  return CODINGS.find((coding) => accepted.includes(coding));
}

/**
 * Chooses the content coding of a large file. A client that says nothing takes any coding (RFC 9110, section 12.5.3).
 *
 * @returns undefined when the client refuses all of them
 */
export function chooseAnyCoding(acceptEncoding: string | string[] | undefined): Coding | undefined {
  const isOpen =
    acceptEncoding === undefined ||
    /(?:^|,)\s*\*\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/.test(String(acceptEncoding));
  return chooseCoding(acceptEncoding) ?? (isOpen ? 'gzip' : undefined);
}

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml)|image\/svg\+xml)/;

/**
 * Whether to compress a response for one client. It leaves small bodies, binary types, and responses that have a coding
 * or a strong entity tag already, because the tag belongs to these bytes.
 *
 * @param length of the body, in bytes
 */
export function mayCompress(headers: Readonly<Record<string, string>>, length: number): boolean {
  if (!(length >= MIN_COMPRESSED_BYTES) || headers.etag?.startsWith('"')) return false;
  return headers['content-encoding'] === undefined && COMPRESSIBLE.test(headers['content-type'] ?? '');
}

/** Compresses bytes for one reader. */
export function compressFast(plain: string | Uint8Array, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? brotli(plain, FAST_BROTLI) : zip(plain);
}
