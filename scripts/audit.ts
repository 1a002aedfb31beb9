import { execFileSync, spawnSync } from 'node:child_process';
import { writeResults } from './results.ts';

/**
 * `npm run audit`: refuses production dependencies with an advisory of high or critical severity, and those under a
 * licence that is not in the list below.
 */

/** Allowed licences. Read a licence before you add it. */
const LICENCES = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'Unlicense',
  ],
  // Of a file, and of a library that is linked when it is loaded: neither reaches the code that uses it.
  ...['MPL-2.0', 'LGPL-3.0-or-later'],
  ...['PSF-2.0', 'CC-BY-4.0', 'Apache-2.0 AND MIT', 'OFL-1.1'],
]);
/** Packages whose package.json names no licence of SPDX; what they say of it was read instead. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  unionfs: 'The Unlicense, in its file LICENSE.',
  jsonify: 'In the public domain, as its package.json says.',
};

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { id?: string; name?: string };
    readonly expression?: string;
  }[];
}

/** What a registry without advisories answers. */
const NO_ENDPOINT = new Set([404, 405, 501]);

interface Audit {
  readonly statusCode?: number;
  readonly message?: string;
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

function checkAdvisories(): boolean {
  const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], { encoding: 'utf8' });
  const { metadata, statusCode, message, vulnerabilities = {} } = readJson(stdout) as Audit;
  if (!metadata && !NO_ENDPOINT.has(statusCode ?? 0)) {
    say(`Advisories: could not be read: ${message ?? 'npm audit gave no report'}.`);
    return false;
  }
  if (!metadata) {
    say(
      'Advisories: NOT CHECKED, since the configured registry has no advisory endpoint and no package carries them.',
    );
    return true;
  }
  const serious = Object.entries(vulnerabilities).filter(([, { severity }]) =>
    /high|critical/.test(severity),
  );
  for (const [name, { severity, range }] of serious) say(`  ${name} ${range}: ${severity}`);
  const counts = Object.entries(metadata.vulnerabilities).map(([severity, count]) => `${count} ${severity}`);
  say(`Advisories: from the registry (npm audit): ${counts.join(', ')}.`);
  return serious.length === 0;
}

function checkLicences(): boolean {
  const { components } = readJson(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { components: readonly Component[] };
  const refused = components.filter((component) => !isAllowed(component));
  for (const { name, version, licenses } of refused)
    say(`  ${name} ${version}: ${JSON.stringify(licenses ?? 'none')}`);
  say(
    `Licences: ${components.length - refused.length} of ${components.length} production dependencies are allowed.`,
  );
  return refused.length === 0 && components.length > 0;
}

function isAllowed({ name, licenses = [] }: Component): boolean {
  if (licenses.length === 0) return name in READ_BY_HAND;
  return licenses.every(({ license, expression }) =>
    LICENCES.has(expression ?? license?.id ?? license?.name ?? ''),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const results = [checkAdvisories(), checkLicences()];
const passed = results.filter(Boolean).length;
writeResults(passed, results.length - passed);
