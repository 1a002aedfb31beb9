import { type Encoded, replyEncoded } from '../../http/message/compression.ts';
import type { Reply } from '../../http/message/reply.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';

/** A compressed file whose path holds a hash of its content. */
export interface HashedFile {
  readonly path: string;
  readonly type: string;
  readonly encoded: Encoded;
}

/**
 * Responds with a file. Browsers may cache it for a year under its own path. Under a path with the hash of another
 * version they may cache it for a few minutes only: two versions of the service run side by side during an update.
 *
 * @param pathname the path of the request
 */
export function replyHashed(pathname: string, { path, type, encoded }: HashedFile): Reply {
  return replyEncoded(encoded, {
    'content-type': type,
    'cache-control': `public, ${path === pathname ? 'max-age=31536000, immutable' : 'max-age=300'}`,
    ...SECURITY_HEADERS,
  });
}
