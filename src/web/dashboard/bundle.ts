import { join } from 'node:path';
import type { Response } from '@whatwg-node/server';
import { build, stop } from 'esbuild';
import { encode } from '../../http/responses/compression.ts';
import { PLACEHOLDER, requestExamples } from '../examples.ts';
import { type HashedFile, respondHashed } from '../hashed-file.ts';

/** The script and the style sheet made from `browser/`. */
export interface Bundle {
  /** Their paths hold a hash of their content. */
  readonly script: string;
  readonly style: string;
  /** The files by path. */
  readonly files: ReadonlyMap<string, HashedFile>;
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
  const files = new Map<string, HashedFile>();
  const paths = { '.js': '', '.css': '' };
  for (const { path, contents } of outputFiles) {
    const extension = path.endsWith('.js') ? '.js' : '.css';
    const address = `/assets${path.slice(FOLDER.length)}`;
    paths[extension] = address;
    files.set(address, { path: address, type: TYPES[extension], encoded: await encode(contents) });
  }
  return { script: paths['.js'], style: paths['.css'], files };
}

const PATH = /^\/assets\/(?:client-\w+\.js|dashboard-\w+\.css)$/;

/**
 * Serves the script or the style sheet. A path with the hash of another version gets the present file.
 *
 * @returns undefined for any other path
 */
export async function serveBundle(request: Request, pathname: string): Promise<Response | undefined> {
  if (!PATH.test(pathname)) return undefined;
  const { script, style, files } = await bundleDashboard();
  const file = files.get(pathname.endsWith('.js') ? script : style);
  return file && respondHashed(request, pathname, file);
}
