import { flushCompileCache } from 'node:module';
import { cacheFolder } from '../src/lib/cache-folder.ts';
import { keepCompiledModules } from '../src/lib/compile-cache.ts';
import { loadTsx } from '../src/lib/load-tsx.ts';
import { restartWithOptions } from '../src/lib/memory-options.ts';

/**
 * A step of `deploy/Dockerfile`: fills CACHE_DIR with the bundle of the workflows and the compiled modules of all
 * roles, for processes that cannot write there. Node keeps compiled modules apart for each user, each set of V8's
 * options and each kind of processor. A process that finds none compiles its modules itself, which takes seconds.
 */
restartWithOptions();
loadTsx(keepCompiledModules(process.env));
await import('../src/serve.ts');
await import('../src/workflows/temporal/runtime.ts');
await import('../src/workflows/worker/worker.ts');
await import('../src/limits/redis-store.ts');
await import('../src/pictures/card.ts');
await import('@temporalio/envconfig');
const { bundleWorkflows } = await import('../src/workflows/worker/bundle.ts');
await bundleWorkflows(cacheFolder(process.env));
flushCompileCache();
