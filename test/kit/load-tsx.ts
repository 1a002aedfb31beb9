import { keepCompiledModules } from '../../src/compile-cache.ts';
import { loadTsx } from '../../src/load-tsx.ts';

// The processes of tests and benchmarks import the service themselves: this stands before their first import.
loadTsx(keepCompiledModules(process.env));
