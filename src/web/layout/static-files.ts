import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Encoded, encode, respondEncoded } from '../../http/responses/compression.ts';
import { SECURITY_HEADERS } from '../../http/responses/security-headers.ts';

/** Each file with its sources, in order. The style is written in parts and served as one file. */
const FILES = {
  'style.css': {
    type: 'text/css; charset=utf-8',
    sources: ['base', 'frame', 'lists', 'bot', 'chart', 'forms', 'wide'].map((part) => `style/${part}.css`),
  },
  'public.js': { type: 'text/javascript; charset=utf-8', sources: ['public.js'] },
  'icon.svg': { type: 'image/svg+xml; charset=utf-8', sources: ['icon.svg'] },
};

export type StaticFileName = keyof typeof FILES;

/** The files that every page loads. */
export interface StaticFiles {
  /** The path of a file. It holds the file's hash, so that browsers may cache it for a year. */
  readonly url: (name: StaticFileName) => string;
  /**
   * Serves a file. A path with the hash of another version gets the present file, for a few minutes only: two versions
   * of the service run side by side during an update.
   *
   * @returns undefined for any other path
   */
  readonly serve: (request: Request, pathname: string) => Promise<Response | undefined>;
}

interface StaticFile {
  readonly type: string;
  readonly url: string;
  /** Compresses the file once, at the first request. */
  readonly encoded: () => Promise<Encoded>;
}

const PATH = /^\/assets\/([a-z]+)(?:\.[\da-f]{12})?(\.[a-z]+)$/;

/**
 * Reads the files, once for each start of the service.
 *
 * @throws when a file cannot be read
 */
export function openStaticFiles(): StaticFiles {
  const files = new Map(
    Object.entries(FILES).map(([name, { type, sources }]) => [name, openFile(name, type, sources)]),
  );
  return {
    url: (name) => files.get(name)?.url ?? `/assets/${name}`,
    serve: async (request, pathname) => {
      const path = pathname === '/favicon.ico' ? '/assets/icon.svg' : pathname;
      const [, name = '', extension = ''] = PATH.exec(path) ?? [];
      const file = files.get(name + extension);
      if (!file) return undefined;
      const age = file.url === pathname ? 'max-age=31536000, immutable' : 'max-age=300';
      return respondEncoded(request, await file.encoded(), {
        'content-type': file.type,
        'cache-control': `public, ${age}`,
        ...SECURITY_HEADERS,
      });
    },
  };
}

function openFile(name: string, type: string, sources: readonly string[]): StaticFile {
  const body = Buffer.concat(sources.map((source) => readFileSync(join(import.meta.dirname, source))));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  let encoded: Promise<Encoded> | undefined;
  return {
    type,
    url: `/assets/${name.replace('.', `.${hash}.`)}`,
    encoded: () => {
      encoded ??= encode(body);
      return encoded;
    },
  };
}
