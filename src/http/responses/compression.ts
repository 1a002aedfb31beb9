import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { Response } from '@whatwg-node/server';

/** Content codings, the one that makes the smallest body first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** A file in each of the codings in which it can be asked for. */
export type Encoded = Readonly<Record<Coding | 'identity', Uint8Array<ArrayBuffer>>>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** So much fits into the first packet anyway. */
export const MIN_COMPRESSED_BYTES = 1000;

/** For what is made for one reader, or changes soon: fast rather than small. */
export const FAST_BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * For what is made once a process.
 *
 * @param options of brotli; as small as it can be made where there are none, which takes seconds for megabytes
 */
export async function encode(contents: Uint8Array, options: BrotliOptions = {}): Promise<Encoded> {
  const [br, gzipped] = await Promise.all([brotli(contents, options), zip(contents, { level: 9 })]);
  return { br, gzip: gzipped, identity: new Uint8Array(contents) };
}

/**
 * The coding in which a client is answered (RFC 9110, section 12.5.3).
 *
 * @param acceptEncoding its header
 * @returns undefined when it asks for none of them
 */
export function chooseCoding(acceptEncoding: string | null | undefined): Coding | undefined {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/.test(coding))
    .map((coding) => coding.split(';')[0]?.trim().toLowerCase());
  return CODINGS.find((coding) => accepted.includes(coding));
}

/** A file in the coding that the request asks for. */
export function respondEncoded(
  request: Request,
  encoded: Encoded,
  headers: Readonly<Record<string, string>>,
): Response {
  const coding = chooseCoding(request.headers.get('accept-encoding'));
  return new Response(encoded[coding ?? 'identity'], {
    headers: { ...headers, vary: 'accept-encoding', ...(coding && { 'content-encoding': coding }) },
  });
}

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml)|image\/svg\+xml)/;

/**
 * An answer that was made for one request, in the coding that it asks for. Left as it is: what is small, no text or a stream,
 * whose length nobody knows; and what was chosen for the request's coding already, or has an entity tag, which is of these
 * very bytes.
 *
 * Compressed beside what a stranger chose, a secret shows in the length of an answer (BREACH): nothing that holds one may be
 * passed here.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  const isChosen = headers.has('etag') || /accept-encoding/i.test(headers.get('vary') ?? '');
  const isLong = Number(headers.get('content-length')) >= MIN_COMPRESSED_BYTES;
  if (isChosen || !isLong || !COMPRESSIBLE.test(headers.get('content-type') ?? '')) return response;
  headers.append('vary', 'accept-encoding');
  const coding = chooseCoding(request.headers.get('accept-encoding'));
  if (!coding || headers.has('content-encoding')) return response;
  headers.set('content-encoding', coding);
  headers.delete('content-length');
  // Its length would be that of a body which nobody makes (RFC 9110, section 8.6).
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const plain = new Uint8Array(await response.arrayBuffer());
  return new Response(await (coding === 'br' ? brotli(plain, FAST_BROTLI) : zip(plain)), { status, headers });
}
