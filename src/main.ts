import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import type { Role } from './app.ts';
import { keepCompiledModules } from './compile-cache.ts';
import { restartWithOptions } from './memory-options.ts';

const ROLES: readonly string[] = ['all', 'web', 'worker'] satisfies Role[];
const USAGE = 'usage: node src/main.ts [all|web|worker]';

if (import.meta.main) {
  const [role = 'all', ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (!ROLES.includes(role) || others.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    process.exit(1);
  }
  restartWithOptions();
  keepCompiledModules(process.env);
  const { serve } = await import('./serve.ts');
  // Now, since a process that is killed later writes nothing.
  flushCompileCache();
  await serve(role as Role);
}
