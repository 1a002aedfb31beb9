import type { StatementWatch } from '../db/statement-times.ts';
import type { AroundOperation } from '../documents/compiled.ts';
import type { Measures } from './measures.ts';
import type { Traces } from './traces/traces.ts';

/** What looks at the work of a process: metrics, traces, both or nothing. A hook that nobody needs is absent. */
export interface Watches {
  readonly operation: AroundOperation | undefined;
  readonly statements: ((pool: string) => StatementWatch) | undefined;
}

/** Joins the hooks that metrics and traces share. */
export function joinWatches(measures: Measures | undefined, traces: Traces | undefined): Watches {
  if (!measures || !traces) {
    const { operation, statements } = measures ?? traces ?? {};
    return { operation, statements };
  }
  return {
    operation: (name, execute) => measures.operation(name, () => traces.operation(name, execute)),
    statements: (pool) => {
      const watches = [measures.statements(pool), traces.statements(pool)];
      return (readText) => {
        const ends = watches.map((begin) => begin(readText));
        return (...end) => {
          for (const each of ends) each(...end);
        };
      };
    },
  };
}
