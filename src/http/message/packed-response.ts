import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { FAST_BROTLI, MIN_COMPRESSED_BYTES } from './compression.ts';
import type { Reply } from './reply.ts';

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
export interface PackedResponse extends Reply {
  readonly body: Buffer;
}

/** Copies bytes into their own memory. Buffers of Node's pool and of zlib keep a block of 64 KB alive. */
export function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/**
 * Makes the response, with its entity tag. It is compressed on first use. Only brotli is kept, because all browsers
 * accept it over https.
 */
export function pack({ headers }: Pick<Rendered, 'headers'>, body: Buffer): PackedResponse {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const packed = { status: 200, headers: { ...headers, etag: `"${hash}"` }, body };
  if (body.length < MIN_COMPRESSED_BYTES) return packed;
  let compressed: Buffer | undefined;
  return {
    ...packed,
    coded: (coding) => {
      if (coding === 'br') compressed ??= copyOf(brotliCompressSync(body, FAST_BROTLI));
      return coding === 'br' ? compressed : undefined;
    },
  };
}
