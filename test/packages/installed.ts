import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../src/lib/cache-folder.ts';

const PACKAGE = resolve(import.meta.dirname, '../../packages/client');
/** What the examples of the README and the check of types use besides. */
const BESIDES = [
  ...['discord.js@14', 'express@5', 'fastify@5', 'hono@4', '@hono/node-server@1'],
  ...['@types/express@5', '@types/node@20'],
];

const run = (file: string, args: string[], cwd: string) =>
  promisify(execFile)(file, args, { cwd, maxBuffer: 2 ** 24 });

/** Packs the client, and installs the tarball into a bot's project. @returns the files in the tarball */
export async function installClient(project: string): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], PACKAGE);
  const packed = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] },
  ];
  const [{ filename, files }] = packed;
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', `./${filename}`, ...BESIDES], project);
  return files.map(({ path }) => path);
}

/**
 * Gets a version of Node from npm, once.
 *
 * @param major 20, for example
 * @returns the path of the program
 */
export async function installNode(major: number): Promise<string> {
  if (process.version.startsWith(`v${major}.`)) return process.execPath;
  const { platform, arch } = process;
  // The package `node` would run a script that installs this one.
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
  const folder = join(cacheFolder(process.env), `node-${major}`);
  const program = join(folder, 'node_modules', name, 'bin/node');
  const isThere = await run(program, ['--version'], '.').then(
    ({ stdout }) => stdout.startsWith(`v${major}.`),
    () => false,
  );
  if (!isThere) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
    await run('npm', ['install', '--no-audit', '--no-fund', `${name}@${major}`], folder);
  }
  return program;
}
