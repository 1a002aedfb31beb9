import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { Role } from './app.ts';
import { keepCompiledModules } from './compile-cache.ts';

const ROLES: readonly string[] = ['all', 'web', 'worker'] satisfies Role[];
const USAGE = 'usage: node src/main.ts [all|web|worker]';

if (import.meta.main) {
  const [role = 'all', ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (!ROLES.includes(role) || others.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    process.exit(1);
  }
  // With much memory, V8 lets garbage grow: after half a minute of load, a web process had 380 MB instead of 200. The flag
  // is set before other modules are loaded, because loading them leaves 150 MB of garbage.
  if (role === 'web') setFlagsFromString('--optimize-for-size');
  keepCompiledModules(process.env);
  const { serve } = await import('./serve.ts');
  // Now, since a process that is killed later writes nothing.
  flushCompileCache();
  await serve(role as Role);
}
