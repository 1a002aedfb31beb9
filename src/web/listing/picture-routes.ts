import { createHash } from 'node:crypto';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';

/** What the picture of a listing is made of. */
export interface AvatarSource {
  readonly name: string;
  /** Whether everybody may see it, and so every cache may store it. */
  readonly isPublic: boolean;
  readonly picture: (Omit<ImageSource, 'isPublic'> & { readonly hash: string }) | undefined;
}

/** For an address that names the content. */
const FOREVER = 'max-age=31536000, immutable';

/** @param readAvatar gives undefined when the sender may not see the listing: the response is then 404 */
export function createAvatarRoute(
  readAvatar: (request: HttpRequest, botId: string) => Promise<AvatarSource | undefined>,
): Route {
  return [
    'GET',
    '/bot/:botId/avatar',
    async (request) => {
      const [botId = ''] = request.params;
      const source = await readAvatar(request, botId);
      return source && serveAvatar(botId, request.query.get('v'), source);
    },
  ];
}

/**
 * Serves the picture of a listing. A listing without a picture gets its initial on a colour of its own. Browsers may
 * cache an address with the picture's present version for a year, any other one for five minutes.
 *
 * @param version the version in the address, if there is one
 */
function serveAvatar(
  botId: string,
  version: string | null,
  { name, isPublic, picture }: AvatarSource,
): Reply {
  const body = picture?.image ?? Buffer.from(initialSvg(botId, name));
  const hash = picture?.hash ?? createHash('sha256').update(body).digest('hex');
  const age = picture && version === versionOf(picture.hash) ? FOREVER : 'max-age=300';
  const mediaType = picture?.mediaType ?? 'image/svg+xml; charset=utf-8';
  return replyWithImage({ isPublic, mediaType, image: body }, hash, age);
}

/** The version in `Bot.avatarUrl`, and in the entity tag. */
const versionOf = (hash: string) => hash.slice(0, 32);

/** @param age how long caches may store a public image, as a directive of `Cache-Control` */
function replyWithImage({ isPublic, mediaType, image }: ImageSource, hash: string, age: string): Reply {
  const headers = {
    'content-type': mediaType,
    'cache-control': isPublic ? `public, ${age}` : 'private, no-cache',
    // A weak tag, because a drawing may be compressed.
    etag: `W/"${versionOf(hash)}"`,
    // An uploaded file that is opened as a document must run nothing.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: image };
}

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
      return source && replyWithImage(source, hash, FOREVER);
    },
  ];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The hue of a bot without a picture, in degrees. The last digits of an id are a counter: neighbours differ. */
export const hueOf = (botId: string): number => (Number(botId.slice(-4)) * 137) % 360;

function initialSvg(botId: string, name: string): string {
  const [first] = graphemes.segment(name.trim());
  const initial = [...(first?.segment ?? '?').toLocaleUpperCase('en')].map(
    (point) => `&#${point.codePointAt(0)};`,
  );
  const hue = hueOf(botId);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<rect width="128" height="128" fill="hsl(${hue} 45% 36%)"/>
<text x="64" y="86" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="64"
  font-weight="600" text-anchor="middle" fill="#fff">${initial.join('')}</text>
</svg>
`;
}
