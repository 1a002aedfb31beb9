import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The bytes that a bot's bundle grows by: all of the client, minified, with gzip; and the files that they are from. */
export async function minifiedSize(entry: string): Promise<{ bytes: number; files: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    write: false,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  return { bytes, files: Object.keys(metafile.inputs) };
}
