import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lastRelease } from '../../scripts/last-release.ts';
import { compareSchemas } from '../../scripts/schema-changes.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOW = new Date('2026-12-01T00:00:00Z');
const RELEASED = `
  type Query { bot(id: ID!): Bot, old: Int @deprecated(reason: "Since 2026-01-31: use bot."),
    recent: Int @deprecated(reason: "Since 2026-11-01: use bot.") }
  type Bot { name: String!, state: State }
  enum State { OPEN CLOSED }`;
const next = (breaking: string) =>
  `# Changelog\n\n## Unreleased\n\n### Breaking\n\n${breaking}\n\n## 1.0.0\n`;

const change = (from: string, to: string) => {
  const current = RELEASED.replace(from, to);
  expect(current).not.toBe(RELEASED);
  return current;
};

describe('a schema compared with the last release', () => {
  test.each([
    ['a removed field', change('name: String!, ', ''), 'Bot.name'],
    ['a field that may be null now', change('name: String!', 'name: String'), 'Bot.name'],
    [
      'an argument that is required now',
      change('name: String!', 'name(long: Boolean!): String!'),
      'Bot.name',
    ],
    ['a removed value', change(' CLOSED', ''), 'State.CLOSED'],
  ])('is refused for %s, which is named', async (_, current, path) => {
    const { refused } = await compareSchemas(RELEASED, current, next('-'), NOW);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain(path);
    expect(refused[0]).toContain('CHANGELOG.md');
  });

  test.each([
    ['a new field', change('state: State', 'state: State, votes: Int')],
    [
      'a new deprecation',
      change('state: State', 'state: State @deprecated(reason: "Since 2026-12-01: use name.")'),
    ],
  ])('is accepted with %s', async (_, current) => {
    expect((await compareSchemas(RELEASED, current, next('-'), NOW)).refused).toEqual([]);
  });

  test('is accepted without a field that was deprecated for six months and is named in the changelog', async () => {
    const current = RELEASED.replace(/old: Int @deprecated\(.*?\),/, '');
    expect((await compareSchemas(RELEASED, current, next('- `Query.old`'), NOW)).refused).toEqual([]);
    expect((await compareSchemas(RELEASED, current, next('-'), NOW)).refused).toHaveLength(1);
  });

  test('is refused without a field that was deprecated a month ago, or never, although the changelog names it', async () => {
    const recent = RELEASED.replace(/recent: Int @deprecated\(.*?\)/, '');
    const never = change('name: String!, ', '');
    const changelog = next('- `Query.recent` and `Bot.name`');
    for (const current of [recent, never]) {
      const { refused } = await compareSchemas(RELEASED, current, changelog, NOW);
      expect(refused).toEqual([expect.stringContaining('at least 6 months')]);
    }
  });

  test('is refused with a deprecation that has no date', async () => {
    const current = change('name: String!', 'name: String! @deprecated(reason: "Use title.")');
    expect((await compareSchemas(RELEASED, current, next('-'), NOW)).refused).toEqual([
      expect.stringContaining('Bot.name is deprecated without a date'),
    ]);
  });

  test('tells what may surprise clients, and accepts it', async () => {
    const { refused, dangerous } = await compareSchemas(
      RELEASED,
      change('CLOSED', 'CLOSED NEW'),
      next('-'),
      NOW,
    );
    expect(refused).toEqual([]);
    expect(dangerous).toEqual([expect.stringContaining('NEW')]);
  });
});

describe('the schema of the last release', () => {
  const { version, commit } = lastRelease(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: 'pipe' });
  const isHere = (() => {
    try {
      git('cat-file', '-e', `${commit}:schema.graphql`);
      return true;
    } catch {
      return false;
    }
  })();

  test('is kept as a file, because a clone may lack the commit', () => {
    expect(readFileSync(join(ROOT, `docs/releases/${version}.graphql`), 'utf8')).toContain('type Query');
  });

  if (isHere)
    test('is that of its commit', () => {
      const kept = readFileSync(join(ROOT, `docs/releases/${version}.graphql`), 'utf8');
      expect(kept).toBe(git('show', `${commit}:schema.graphql`));
    });
});
