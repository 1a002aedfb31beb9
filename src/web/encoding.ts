import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { Response } from '@whatwg-node/server';

/** Content codings, the one that makes the smallest body first. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** A file in each of the codings in which it can be asked for. */
export type Encoded = Readonly<Record<Coding | 'identity', Uint8Array<ArrayBuffer>>>;

/** @returns the file as small as it can be made: for what is made once a process */
export async function encode(contents: Uint8Array): Promise<Encoded> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(contents),
    promisify(gzip)(contents, { level: 9 }),
  ]);
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
