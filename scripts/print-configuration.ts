import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationFiles } from './configuration-files.ts';

for (const [path, content] of configurationFiles()) {
  writeFileSync(join(import.meta.dirname, '..', path), content);
}
