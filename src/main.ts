import { parseArgs } from 'node:util';
import type { Role } from './app.ts';
import { readBuild } from './lib/build.ts';
import { keepCompiledModules } from './lib/compile-cache.ts';
import { loadTsx } from './lib/load-tsx.ts';
import { restartWithOptions } from './lib/memory-options.ts';

const ROLES: readonly string[] = ['all', 'web', 'worker'] satisfies Role[];
const USAGE = 'Usage: npm start [-- web|worker|migrate]\n';

/** Migrates the database and ends. */
const MIGRATE = 'migrate';

if (import.meta.main) {
  // An unknown option is not refused here, since that would be a stack trace.
  const { positionals, values } = parseArgs({ allowPositionals: true, strict: false });
  if (values.help === true) {
    process.stdout.write(
      `${USAGE}Without an argument, everything runs in one process. See docs/operating.md.\n`,
    );
    process.exit(0);
  }
  if (values.version === true) {
    const { version, revision } = readBuild(process.env.BUILD_REVISION || undefined);
    process.stdout.write(`bot-listing ${version}, commit ${revision}\n`);
    process.exit(0);
  }
  const [role = 'all', ...others] = positionals;
  const isKnown = ROLES.includes(role) || role === MIGRATE;
  if (!isKnown || others.length > 0 || Object.keys(values).length > 0) {
    process.stderr.write(USAGE);
    process.exit(2);
  }
  // Before the restart: the new process then reads this file, too, from the cache. Otherwise it loads Node's compiler of
  // TypeScript for this one file, which takes 18 MB.
  loadTsx(keepCompiledModules(process.env));
  restartWithOptions();
  const { migrate, serve } = await import('./serve.ts');
  await (role === MIGRATE ? migrate() : serve(role as Role));
}
