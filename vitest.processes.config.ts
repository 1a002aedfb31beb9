import { defineConfig } from 'vitest/config';
import { keepCompiledModules } from './src/lib/compile-cache.ts';
import { ownProcesses, parallel, refuseOtherSuites } from './test/kit/suite.ts';
import { LONGER } from './test/kit/suites.ts';

refuseOtherSuites('processes');
keepCompiledModules(process.env);

/** The suite of what starts programs and waits for them: workers with Temporal, embedded servers. */
export default defineConfig({ test: { ...parallel, projects: [ownProcesses([...LONGER.processes], [])] } });
