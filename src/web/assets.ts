import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from '@whatwg-node/server';
import { type Encoded, encode, respondEncoded } from '../http/responses/compression.ts';
import { SECURITY_HEADERS } from '../http/responses/security-headers.ts';

const TYPES = {
  'style.css': 'text/css; charset=utf-8',
  'public.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml; charset=utf-8',
};
type Name = keyof typeof TYPES;

interface Asset {
  readonly encoded: Encoded;
  readonly type: string;
  readonly url: string;
}

const assets = new Map<string, Asset>(
  await Promise.all(
    Object.entries(TYPES).map(async ([name, type]): Promise<[string, Asset]> => {
      const body = readFileSync(join(import.meta.dirname, name));
      const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
      return [name, { encoded: await encode(body), type, url: `/assets/${name.replace('.', `.${hash}.`)}` }];
    }),
  ),
);

/** The address of a file that pages are made of. It changes with the file, so that it is valid for ever. */
export function assetUrl(name: Name): string {
  return assets.get(name)?.url ?? `/assets/${name}`;
}

const ASSET = /^\/assets\/([a-z]+)(?:\.[\da-f]{12})?(\.[a-z]+)$/;

/**
 * Serves a file that pages are made of. One of another version, which a page of another version of the service asks for
 * while both are running, is the one that there is, and is not kept.
 *
 * @returns undefined for any other path
 */
export function serveAsset(request: Request, pathname: string): Response | undefined {
  const [, name = '', extension = ''] =
    ASSET.exec(pathname === '/favicon.ico' ? '/assets/icon.svg' : pathname) ?? [];
  const asset = assets.get(name + extension);
  if (!asset) return undefined;
  const age = asset.url === pathname ? 'max-age=31536000, immutable' : 'max-age=300';
  return respondEncoded(request, asset.encoded, {
    'content-type': asset.type,
    'cache-control': `public, ${age}`,
    ...SECURITY_HEADERS,
  });
}
