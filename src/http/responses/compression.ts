import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { Response } from '@whatwg-node/server';

/** Content codings, the most effective one first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** A file in every content coding that makes it clearly smaller. */
export type Encoded = Readonly<
  Record<'identity', Uint8Array<ArrayBuffer>> & Partial<Record<Coding, Uint8Array<ArrayBuffer>>>
>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A coding must leave at most this share of a file. Pictures and fonts are compressed already. */
const WORTHWHILE = 0.95;

/** Smaller bodies fit into the first packet without compression. */
export const MIN_COMPRESSED_BYTES = 1000;

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
  return {
    ...(isSmaller(br) && { br }),
    ...(isSmaller(gzipped) && { gzip: gzipped }),
    identity: new Uint8Array(contents),
  };
}

/**
 * Chooses the content coding for a client (RFC 9110, section 12.5.3).
 *
 * @param acceptEncoding the `Accept-Encoding` header
 * @returns undefined when the client accepts none of them
 */
export function chooseCoding(acceptEncoding: string | null | undefined): Coding | undefined {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';')[0]?.trim().toLowerCase());
  return CODINGS.find((coding) => accepted.includes(coding));
}

/** Responds with a file in the best coding for the request. */
export function respondEncoded(
  request: Request,
  encoded: Encoded,
  headers: Readonly<Record<string, string>>,
): Response {
  const coding = chooseCoding(request.headers.get('accept-encoding'));
  const coded = coding && encoded[coding];
  return new Response(coded ?? encoded.identity, {
    headers: { ...headers, vary: 'accept-encoding', ...(coded && { 'content-encoding': coding }) },
  });
}

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml)|image\/svg\+xml)/;

/**
 * Compresses a response that was made for one request. It does not compress small bodies, binary types and streams
 * without a length, or responses that have a coding or a strong entity tag already, because the tag belongs to these
 * bytes.
 *
 * The length of a compressed response can reveal a secret next to text of an attacker (BREACH). Never pass a response
 * that contains a secret.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  if (!mayCompress((name) => headers.get(name), Number(headers.get('content-length')))) return response;
  headers.append('vary', 'accept-encoding');
  const coding = chooseCoding(request.headers.get('accept-encoding'));
  if (!coding || headers.has('content-encoding')) return response;
  headers.set('content-encoding', coding);
  headers.delete('content-length');
  // Nobody makes the compressed body here, so its length is unknown (RFC 9110, section 8.6).
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const plain = new Uint8Array(await response.arrayBuffer());
  return new Response(await compressFast(plain, coding), { status, headers });
}

/**
 * Whether a response may be compressed. One with a strong entity tag may not, because the tag belongs to its bytes.
 *
 * @param header returns a header by its name in lower case
 * @param length of the body, in bytes
 */
export function mayCompress(header: (name: string) => string | null | undefined, length: number): boolean {
  if (!(length >= MIN_COMPRESSED_BYTES) || header('etag')?.startsWith('"')) return false;
  return !/accept-encoding/i.test(header('vary') ?? '') && COMPRESSIBLE.test(header('content-type') ?? '');
}

/** Compresses bytes for one reader. */
export function compressFast(plain: string | Uint8Array, coding: Coding): Promise<Buffer<ArrayBuffer>> {
  return coding === 'br' ? brotli(plain, FAST_BROTLI) : zip(plain);
}
