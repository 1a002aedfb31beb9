import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaFiles } from '../../scripts/print-schema.ts';

test.each([...schemaFiles()])('%s is made from the schema of the code', (path, printed) => {
  const checkedIn = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  expect(printed, `${path} is out of date: run \`npm run schema\``).toBe(checkedIn);
});
