import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { FAST_BROTLI, MIN_COMPRESSED_BYTES } from './compression.ts';
import { copyOf } from './copy-of.ts';
import type { Reply } from './reply.ts';
import type { Template } from './template.ts';

/** A rendered response. All but its holes is the same for everybody. */
export interface Rendered {
  /** For strangers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, which may have holes. */
  readonly body: string;
  /**
   * Fills a hole for strangers.
   *
   * @param checkedInAt the last report of the listing; null before the first one, and for a list
   */
  readonly fill: (hole: string, checkedInAt: Date | null) => string;
}

/** A response that is kept. */
export interface Kept {
  /** For strangers. */
  readonly packed: PackedResponse;
  /** For everybody else. */
  readonly template: Template;
  /** The last report of the listing; null before the first one, and for a list. */
  readonly checkedInAt: Date | null;
}

/** A response that is ready to be sent. */
export interface PackedResponse extends Reply {
  readonly body: Buffer;
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
