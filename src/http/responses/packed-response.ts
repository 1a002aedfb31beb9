import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { Response } from '@whatwg-node/server';
import { chooseCoding, FAST_BROTLI, MIN_COMPRESSED_BYTES } from './compression.ts';

/** A rendered list of listings, the same for everybody. */
export interface RenderedList {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A rendered response about a listing, the same for everybody. */
export interface Rendered extends RenderedList {
  /** Inserts the check-in time into the body. */
  readonly withCheckIn: (body: string, checkedInAt: Date | null) => string;
}

/** A response that is ready to be sent. */
export interface PackedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Returns the compressed response. It is compressed on first use. Absent when compression saves nothing. */
  readonly compressed?: () => PackedResponse;
}

/** Copies bytes into their own memory. Buffers of Node's pool and of zlib keep a block of 64 KB alive. */
export function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Makes the response, with its length and entity tag. */
export function pack({ headers }: Pick<Rendered, 'headers'>, body: Buffer): PackedResponse {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  if (body.length < MIN_COMPRESSED_BYTES) return measured({ ...headers, etag: `"${hash}"` }, body);
  const vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`;
  let compressed: PackedResponse | undefined;
  return {
    ...measured({ ...headers, vary, etag: `"${hash}"` }, body),
    compressed: () => {
      compressed ??= measured(
        { ...headers, vary, 'content-encoding': 'br', etag: `"${hash}-br"` },
        copyOf(brotliCompressSync(body, FAST_BROTLI)),
      );
      return compressed;
    },
  };
}

/** Adds the length once, not for each reader. */
function measured(headers: Rendered['headers'], body: Buffer): PackedResponse {
  return { headers: { ...headers, 'content-length': String(body.length) }, body };
}

/** Chooses the coding for a client. Only brotli is kept, because all browsers accept it over https. */
export function inCoding(served: PackedResponse, acceptEncoding: string | null | undefined): PackedResponse {
  const isAsked = served.compressed !== undefined && chooseCoding(acceptEncoding) === 'br';
  return isAsked ? served.compressed() : served;
}

/** Responds with a cached response in the coding for the client. */
export function respondCached({ headers }: Request, served: PackedResponse): Response {
  const chosen = inCoding(served, headers.get('accept-encoding'));
  // Each response needs its own headers, because later steps change them.
  return new Response(new Uint8Array(chosen.body), { headers: { ...chosen.headers } });
}
