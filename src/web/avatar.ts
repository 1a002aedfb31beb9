import { createHash } from 'node:crypto';
import { Response } from '@whatwg-node/server';

/** What is shown of a listing wherever its picture is. */
export interface AvatarSource {
  readonly name: string;
  /** Whether everybody may see it, and so any cache may keep it. */
  readonly isPublic: boolean;
  readonly picture:
    | { readonly mediaType: string; readonly image: Uint8Array; readonly hash: string }
    | undefined;
}

/**
 * Serves the picture of a listing; one that has none gets its initial on a colour of its own. An address that names the
 * picture's version is valid for ever, any other one for a while.
 *
 * @param version the hash that the address names, if it does
 */
export function serveAvatar(
  botId: string,
  version: string | null,
  { name, isPublic, picture }: AvatarSource,
): Response {
  const body = picture?.image ?? initialSvg(botId, name);
  const etag = `"${picture?.hash ?? createHash('sha256').update(body).digest('hex')}"`;
  const age = version !== null && version === picture?.hash ? 'max-age=31536000, immutable' : 'max-age=300';
  const headers = {
    'content-type': picture?.mediaType ?? 'image/svg+xml; charset=utf-8',
    'cache-control': isPublic ? `public, ${age}` : 'private, no-cache',
    etag,
    // Opened by itself, a file that somebody uploaded is a picture and nothing else.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers });
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function initialSvg(botId: string, name: string): string {
  const [first] = graphemes.segment(name.trim());
  const initial = [...(first?.segment ?? '?').toLocaleUpperCase('en')].map(
    (point) => `&#${point.codePointAt(0)};`,
  );
  // The last digits of an id are a counter: neighbours differ.
  const hue = (Number(botId.slice(-4)) * 137) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128">
<rect width="128" height="128" fill="hsl(${hue} 45% 36%)"/>
<text x="64" y="86" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="64" font-weight="600" text-anchor="middle" fill="#fff">${initial.join('')}</text>
</svg>
`;
}
