import { defineConfig } from 'vitest/config';
import { OF_PROCESSES, ownProcesses, shared } from './vitest.config.ts';

/** The suite of what starts programs and waits for them: workers with Temporal, embedded servers. */
export default defineConfig({ test: { ...shared, projects: [ownProcesses(OF_PROCESSES, [])] } });
