import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';

const FOLDER = join(import.meta.dirname, '../../src/web');
const OPERATION = /^\s*(?:query|mutation|subscription|\{)/;
const WRITTEN_OPERATION = /= mutation\(|\bgraphql\(\s*['`]\s*(?:query|mutation|subscription|\{)/g;

/** How many operations each module of the pages and of the dashboard writes. */
const written = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    name,
    count: readFileSync(join(FOLDER, name), 'utf8').match(WRITTEN_OPERATION)?.length ?? 0,
  }))
  .filter(({ count }) => count > 0);

/** The operations among what a module exports, by themselves or in a table. */
async function exportedBy(name: string): Promise<readonly string[]> {
  const module: object = await import(join(FOLDER, name));
  return Object.values(module)
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
    .filter((value): value is string => typeof value === 'string' && OPERATION.test(value));
}

test('there are documents to look at', () => {
  expect(written.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listing/bot-routes.ts', 'manage/documents.ts']),
  );
});

describe.each(written)('The documents of $name', ({ name, count }) => {
  test('are all exported, for the test below', async () => {
    expect(await exportedBy(name)).toHaveLength(count);
  });

  test('fit the schema', async () => {
    for (const text of await exportedBy(name))
      expect([text, validate(schema, parse(text)).map(({ message }) => message)]).toEqual([text, []]);
  });
});
