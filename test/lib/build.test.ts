import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readBuild } from '../../src/lib/build.ts';
import { makeFolder } from '../kit/folder.ts';

const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

const PROJECT = resolve(import.meta.dirname, '../..');
const COMMIT = '08957f41c5b2d0e1f2a3b4c5d6e7f8091a2b3c4d';
const OTHER = 'f'.repeat(40);

/** A project of a version, with files of a git directory. */
async function projectOf(version: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await makeFolder('build', parts);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
  await mkdir(join(folder, '.git/refs/heads'), { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, '.git', path), text);
  return folder;
}

test.each([
  ['a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${COMMIT}\n` }],
  [
    'a packed branch',
    {
      HEAD: 'ref: refs/heads/main\n',
      'packed-refs': `# pack-refs\n${OTHER} refs/heads/a\n${COMMIT} refs/heads/main\n`,
    },
  ],
  ['a commit', { HEAD: `${COMMIT}\n` }],
])('a clone at %s knows its commit, which the build overrides', async (_, files) => {
  const folder = await projectOf('1.1.0-dev', files);
  expect(readBuild(undefined, folder)).toEqual({ version: '1.1.0-dev+08957f41c5b2', revision: COMMIT });
  expect(readBuild(OTHER, folder)).toEqual({ version: '1.1.0-dev+ffffffffffff', revision: OTHER });
});

test('a release is called by its version only, and what knows no commit says so', async () => {
  expect(readBuild(COMMIT, await projectOf('1.1.0'))).toEqual({ version: '1.1.0', revision: COMMIT });
  expect(readBuild(undefined, await projectOf('1.1.0-dev'))).toEqual({
    version: '1.1.0-dev',
    revision: 'unknown',
  });
});

test('package, lock file, image and Kubernetes have one version, and it is not the last release until it is released', async () => {
  const read = (path: string) => readFile(join(PROJECT, path), 'utf8');
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  const lock = JSON.parse(await read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  expect(/^ARG VERSION=(.+)$/m.exec(await read('deploy/Dockerfile'))?.[1]).toBe(version);
  expect(/newTag: (.+)$/m.exec(await read('deploy/kubernetes/release/kustomization.yaml'))?.[1]).toBe(
    version,
  );

  const [newest = '', released = ''] = [...(await read('CHANGELOG.md')).matchAll(/^## (.+)$/gm)].map(
    ([, name = '']) => name,
  );
  if (newest === 'Unreleased') {
    expect(version).toMatch(/^\d+\.\d+\.\d+-dev$/);
    const isNewer = new Intl.Collator('en', { numeric: true }).compare(version, released) > 0;
    expect(isNewer).toBe(true);
  } else expect(version).toBe(newest);
});
