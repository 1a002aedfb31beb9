import { drizzle } from 'drizzle-orm/postgres-js';
import type { Database } from '../../src/db/client.ts';

/**
 * A database that explains the queries that it gets instead of running them, and keeps the plans.
 *
 * @param options - Of `explain`, such as `(analyze)`.
 */
export function explaining(db: Database, options = '') {
  const plans: string[] = [];
  const sql = new Proxy(db.sql, {
    apply(target, self, [strings, ...parameters]: [readonly string[], ...unknown[]]) {
      const [start = '', ...rest] = strings;
      if (!/^\s*(select|with)\b/.test(start)) return Reflect.apply(target, self, [strings, ...parameters]);
      const texts = [`explain ${options} ${start}`, ...rest];
      const explained = Reflect.apply(target, self, [
        Object.assign(texts, { raw: texts }),
        ...parameters,
      ]) as Promise<{ 'QUERY PLAN': string }[]>;
      return explained.then((lines) => {
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
        return [];
      });
    },
  });
  return { db: { ...db, sql }, plans };
}

/** A database whose ORM statements can be explained after they ran. */
export function explainingOrm(db: Database) {
  const { sql } = db;
  let sent: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void sent.push({ query, params }) };
  return {
    db: { ...db, orm: drizzle(sql, { logger }) },
    /**
     * The plans of the statements that `act` sends through the ORM, in their order.
     *
     * @param options - Of `explain`, such as `(format json)`. With `analyze`, each statement runs a second time.
     */
    async plansOf(act: () => Promise<unknown>, options = ''): Promise<unknown[][]> {
      sent = [];
      await act();
      const plans: unknown[][] = [];
      for (const { query, params } of sent) {
        const lines = await sql.unsafe(`explain ${options} ${query}`, params as never[]);
        plans.push(lines.map((line) => line['QUERY PLAN']));
      }
      return plans;
    },
  };
}
