import { keepCompiledModules } from '../../src/lib/compile-cache.ts';
import { loadTsx } from '../../src/lib/load-tsx.ts';

// The processes of tests and benchmarks import the service themselves: this stands before their first import.
loadTsx(keepCompiledModules(process.env));
