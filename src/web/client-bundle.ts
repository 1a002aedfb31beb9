import { join } from 'node:path';
import type { Response } from '@whatwg-node/server';
import { build, stop } from 'esbuild';
import { type Encoded, encode, respondEncoded } from '../http/responses/compression.ts';
import { PLACEHOLDER, requestExamples } from './docs/examples.ts';
import { SECURITY_HEADERS } from './respond.ts';

/** The code and the styles that run in browsers, made from `client/`. */
export interface ClientBundle {
  /** Addresses, which change with what is there. */
  readonly script: string;
  readonly style: string;
  /** By address. */
  readonly files: ReadonlyMap<string, ClientFile>;
}

interface ClientFile {
  readonly type: string;
  readonly encoded: Encoded;
}

const FOLDER = join(import.meta.dirname, 'client');
const TYPES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' };
let bundle: Promise<ClientBundle> | undefined;

/**
 * Bundles, minifies and compresses what browsers run: once a process, in a fraction of a second, instead of a step
 * before the start.
 *
 * @throws when the code does not hold together
 */
export function bundleClient(): Promise<ClientBundle> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<ClientBundle> {
  const { outputFiles } = await build({
    entryPoints: { client: join(FOLDER, 'main.tsx'), dashboard: join(FOLDER, 'dashboard.css') },
    entryNames: '[name]-[hash]',
    outdir: FOLDER,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    // `client/snippets.tsx` shows them, and browsers cannot read files of `examples/`.
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
  const files = new Map<string, ClientFile>();
  const addresses = { '.js': '', '.css': '' };
  for (const { path, contents } of outputFiles) {
    const extension = path.endsWith('.js') ? '.js' : '.css';
    const address = `/assets${path.slice(FOLDER.length)}`;
    addresses[extension] = address;
    files.set(address, { type: TYPES[extension], encoded: await encode(contents) });
  }
  return { script: addresses['.js'], style: addresses['.css'], files };
}

const ADDRESS = /^\/assets\/(?:client-\w+\.js|dashboard-\w+\.css)$/;

/**
 * Serves code or styles at their address, to be kept for ever. For those of another version, which a page of another version
 * of the service asks for while both are running, it is the one that there is, and is not kept.
 *
 * @returns undefined for any other path
 */
export async function serveClient(request: Request, pathname: string): Promise<Response | undefined> {
  if (!ADDRESS.test(pathname)) return undefined;
  const { script, style, files } = await bundleClient();
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
