import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '../src/schema/index.ts';
import { schemaFiles } from './schema-files.ts';

for (const [path, content] of schemaFiles(schema))
  writeFileSync(join(import.meta.dirname, '..', path), content);
