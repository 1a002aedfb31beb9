import type { HttpRequest, Route } from '../../http/message/request.ts';

/** An image of a listing: its banner, or an image of its text. */
export interface ImageSource {
  /** Whether everybody may see it, and so every cache may store it. */
  readonly isPublic: boolean;
  readonly mediaType: string;
  readonly image: Uint8Array;
}

/**
 * Serves an image under its hash, so browsers may keep it for a year.
 *
 * @param readImage gives undefined when the sender may not see the listing, or it has no such image
 */
export function createImageRoute(
  readImage: (request: HttpRequest, botId: string, hash: string) => Promise<ImageSource | undefined>,
): Route {
  return [
    'GET',
    '/bot/:botId/image/:hash',
    async (request) => {
      const [botId = '', hash = ''] = request.params;
      const source = await readImage(request, botId, hash);
      if (!source) return undefined;
      const headers = {
        'content-type': source.mediaType,
        'cache-control': source.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
        // A weak tag, because a drawing may be compressed.
        etag: `W/"${hash}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      };
      return { status: 200, headers, body: source.image };
    },
  ];
}
