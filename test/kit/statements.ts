import type { Database } from '../../src/db/client.ts';

/**
 * Statements of the driver itself, and of the service's background work: the clock, and the announcement of the
 * process. On a busy machine they come between any two statements of a request.
 */
const NOBODYS = /clock_timestamp\(\)|pg_catalog\.pg_(type|control_system)|(from|into) processes /;

/** The statements that this pool sends while `act` runs. Those of pages go through others: see `pageCosts`. */
export async function statementsDuring({ sql }: Database, act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  sql.options.debug = (_, statement) => {
    if (!NOBODYS.test(statement)) statements.push(statement.replaceAll(/\s+/g, ' ').trim());
  };
  try {
    await act();
  } finally {
    sql.options.debug = false;
  }
  return statements;
}

/**
 * Counts the statements of pages.
 *
 * @param metricsPort the service's `METRICS_PORT`: the pools of pages are seen nowhere else
 * @returns a function that tells how many statements pages send while `act` runs
 */
export function pageCosts(metricsPort: number) {
  const sent = async () => {
    const exposition = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counts = exposition.matchAll(
      /^db_client_operation_duration_seconds_count\{pool="(?:members|strangers)".*\} (\d+)$/gm,
    );
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  return async (act: () => Promise<unknown>): Promise<number> => {
    const before = await sent();
    await act();
    return (await sent()) - before;
  };
}
