import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TransformOptions } from 'esbuild';

const OPTIONS = {
  loader: 'tsx',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  format: 'esm',
  target: 'esnext',
  sourcemap: 'inline',
  sourcesContent: false,
} satisfies TransformOptions;

const require = createRequire(import.meta.url);

/**
 * Lets Node import TSX. Node itself removes types, but does not compile JSX.
 *
 * @param folder where compiled files are kept by the hash of their source, for the next start and for child processes;
 *   absent: nothing is kept
 */
export function loadTsx(folder: string | undefined): void {
  const { version } = require('esbuild/package.json') as { readonly version: string };
  const compiler = `${version} ${JSON.stringify(OPTIONS)}`;
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith('.tsx')) return nextLoad(url, context);
      const path = fileURLToPath(url);
      const source = readFileSync(path, 'utf8');
      const compile = () => compileTsx(source, path);
      const key = createHash('sha256').update(`${compiler}\n${path}\n${source}`).digest('base64url');
      const compiled = folder === undefined ? compile() : keep(join(folder, `${key}.js`), compile);
      return { format: 'module', source: compiled, shortCircuit: true };
    },
  });
}

/** The compiler is loaded only for a file that has changed. */
function compileTsx(source: string, path: string): string {
  const { transformSync } = require('esbuild') as typeof import('esbuild');
  return transformSync(source, { ...OPTIONS, sourcefile: path }).code;
}

/** Processes that start at once may write the same file: each writes a whole one and moves it there. */
function keep(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const made = make();
    try {
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, made);
      renameSync(unfinished, file);
    } catch {
      // The next start compiles it again.
    }
    return made;
  }
}
