import { join } from 'node:path';
import type { Response } from '@whatwg-node/server';
import { build, stop } from 'esbuild';
import { type Encoded, encode, respondEncoded } from '../../http/responses/compression.ts';
import { SECURITY_HEADERS } from '../../http/responses/security-headers.ts';
import { PLACEHOLDER, requestExamples } from '../examples.ts';

/** The script and the style sheet made from `browser/`. */
export interface Bundle {
  /** Their paths hold a hash of their content. */
  readonly script: string;
  readonly style: string;
  /** The files by path. */
  readonly files: ReadonlyMap<string, BundledFile>;
}

interface BundledFile {
  readonly type: string;
  readonly encoded: Encoded;
}

const FOLDER = join(import.meta.dirname, 'browser');
const TYPES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };
let bundle: Promise<Bundle> | undefined;

/**
 * Bundles, minifies and compresses the program in `browser/`, once for each process. That takes a fraction of a second,
 * so there is no build step.
 *
 * @throws when the program cannot be bundled
 */
export function bundleDashboard(): Promise<Bundle> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: { client: join(FOLDER, 'main.tsx'), dashboard: join(FOLDER, 'dashboard.css') },
    entryNames: '[name]-[hash]',
    outdir: FOLDER,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    // `browser/connect/snippets-section.tsx` shows these files. A browser cannot read them itself.
    define: {
      REQUEST_EXAMPLES: JSON.stringify({
        placeholder: PLACEHOLDER,
        stats: requestExamples('stats', PLACEHOLDER),
        check: requestExamples('check', PLACEHOLDER),
      }),
    },
    target: ['es2023', 'chrome123', 'firefox120', 'safari17.5'],
    logLevel: 'silent',
  });
  await stop();
  const files = new Map<string, BundledFile>();
  const paths = { '.js': '', '.css': '' };
  for (const { path, contents } of outputFiles) {
    const extension = path.endsWith('.js') ? '.js' : '.css';
    const address = `/assets${path.slice(FOLDER.length)}`;
    paths[extension] = address;
    files.set(address, { type: TYPES[extension], encoded: await encode(contents) });
  }
  return { script: paths['.js'], style: paths['.css'], files };
}

const PATH = /^\/assets\/(?:client-\w+\.js|dashboard-\w+\.css)$/;

/**
 * Serves the script or the style sheet, which browsers may cache for a year. A path with the hash of another version
 * gets the present file, for a few minutes only: two versions of the service run side by side during an update.
 *
 * @returns undefined for any other path
 */
export async function serveBundle(request: Request, pathname: string): Promise<Response | undefined> {
  if (!PATH.test(pathname)) return undefined;
  const { script, style, files } = await bundleDashboard();
  const address = pathname.endsWith('.js') ? script : style;
  const file = files.get(address);
  if (!file) return undefined;
  const age = address === pathname ? 'max-age=31536000, immutable' : 'max-age=300';
  return respondEncoded(request, file.encoded, {
    'content-type': file.type,
    'cache-control': `public, ${age}`,
    ...SECURITY_HEADERS,
  });
}
