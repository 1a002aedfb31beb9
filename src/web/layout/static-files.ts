import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Encoded, encode } from '../../http/responses/compression.ts';
import { respondHashed } from '../hashed-file.ts';

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
  /** The path of a file, with the file's hash. */
  readonly url: (name: StaticFileName) => string;
  /**
   * Serves a file. A path with the hash of another version gets the present file.
   *
   * @returns undefined for any other path
   * @throws when the file cannot be compressed
   */
  readonly serve: (request: Request, pathname: string) => Promise<Response | undefined>;
}

interface StaticFile {
  readonly path: string;
  readonly type: string;
  /** Compresses the file once. A failure is not kept: the next request tries again. */
  readonly encoded: () => Promise<Encoded>;
}

const PATH = /^\/assets\/([a-z]+)(?:\.[\da-f]{12})?(\.[a-z]+)$/;

/**
 * Reads the files and begins to compress them, so that the first visitor does not wait for it.
 *
 * @throws when a file cannot be read
 */
export function openStaticFiles(): StaticFiles {
  const files = new Map(
    Object.entries(FILES).map(([name, { type, sources }]) => [name, openFile(name, type, sources)]),
  );
  // A failure is reported by the request that needs the file.
  for (const { encoded } of files.values()) encoded().catch(() => {});
  return {
    url: (name) => files.get(name)?.path ?? `/assets/${name}`,
    serve: async (request, pathname) => {
      const path = pathname === '/favicon.ico' ? '/assets/icon.svg' : pathname;
      const [, name = '', extension = ''] = PATH.exec(path) ?? [];
      const file = files.get(name + extension);
      return file && respondHashed(request, pathname, { ...file, encoded: await file.encoded() });
    },
  };
}

function openFile(name: string, type: string, sources: readonly string[]): StaticFile {
  const body = Buffer.concat(sources.map((source) => readFileSync(join(import.meta.dirname, source))));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  let encoded: Promise<Encoded> | undefined;
  return {
    path: `/assets/${name.replace('.', `.${hash}.`)}`,
    type,
    encoded: () => {
      encoded ??= encode(body).catch((error) => {
        encoded = undefined;
        throw error;
      });
      return encoded;
    },
  };
}
