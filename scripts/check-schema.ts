import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastRelease } from './last-release.ts';
import { compareSchemas } from './schema-changes.ts';

/* Compares the GraphQL schema with that of the last release, and refuses what breaks clients. */

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const changelog = read('CHANGELOG.md');
const { version } = lastRelease(changelog);
const { refused, dangerous } = await compareSchemas(
  read(`docs/releases/${version}.graphql`),
  read('schema.graphql'),
  changelog,
  new Date(),
);
for (const line of dangerous)
  process.stderr.write(`schema.graphql may surprise clients of ${version}: ${line}\n`);
for (const line of refused) process.stderr.write(`schema.graphql breaks clients of ${version}: ${line}\n`);
process.exitCode = refused.length > 0 ? 1 : 0;
