import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaFiles } from '../../scripts/schema-files.ts';
import { schema } from '../../src/schema/index.ts';

test.each([...schemaFiles(schema)])('%s is made from the schema of the code', (path, printed) => {
  const checkedIn = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  expect(printed, `${path} is out of date: run \`npm run schema\``).toBe(checkedIn);
});
