import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { Response } from '@whatwg-node/server';
import { chooseCoding, FAST_BROTLI, MIN_COMPRESSED_BYTES } from './compression.ts';

/** An answer about a listing, rendered once for everybody. */
export interface Rendered {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Writes the time of the last report into the body. */
  readonly withLife: (body: string, checkedInAt: Date | null) => string;
}

/** What is sent. */
export interface Served {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The same, compressed: once, when it is first asked for. Absent where that saves nothing. */
  readonly compressed?: () => Served;
}

/** In memory of its own: what Node's pool and zlib give out is a slice of 64 KB, which would be kept with it. */
export function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Makes the answer, with its length and its entity tag. */
export function pack({ headers }: Rendered, body: Buffer): Served {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  if (body.length < MIN_COMPRESSED_BYTES) return measured({ ...headers, etag: `"${hash}"` }, body);
  const vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`;
  let compressed: Served | undefined;
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

/** Its length is known here once, and not found anew for each reader. */
function measured(headers: Rendered['headers'], body: Buffer): Served {
  return { headers: { ...headers, 'content-length': String(body.length) }, body };
}

/** An answer in the coding that the client asks for: all browsers ask for br over https, and it is the only one that is kept. */
export function inCoding(served: Served, acceptEncoding: string | null | undefined): Served {
  const isAsked = served.compressed !== undefined && chooseCoding(acceptEncoding) === 'br';
  return isAsked ? served.compressed() : served;
}

/** Answers with what is cached, in the coding that the client asks for. */
export function respondCached({ headers }: Request, served: Served): Response {
  const chosen = inCoding(served, headers.get('accept-encoding'));
  // Each answer gets headers of its own, since they are changed on the way.
  return new Response(new Uint8Array(chosen.body), { headers: { ...chosen.headers } });
}
