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

/** A database whose queries can be explained after they ran. */
export function explainingAfter(db: Database) {
  const { sql } = db;
  return {
    db,
    /**
     * The plans of the queries that `act` sends, in their order.
     *
     * @param options - Of `explain`, such as `(format json)`. With `analyze`, each statement runs a second time.
     * @param verbs - The statements that are explained, by their first words.
     */
    async plansOf(
      act: () => Promise<unknown>,
      options = '',
      verbs = /^\s*(select|with)\b/,
    ): Promise<unknown[][]> {
      const sent: { settings: string; query: string; parameters: unknown[] }[] = [];
      /** Those of the transaction that each connection is in. */
      const settings = new Map<number, string>();
      sql.options.debug = (connection, query, parameters) => {
        if (/^(begin|commit|rollback)/.test(query)) settings.delete(connection);
        if (query.startsWith('set local')) settings.set(connection, query);
        if (verbs.test(query) && !query.includes('pg_catalog.pg_type')) {
          sent.push({ settings: settings.get(connection) ?? '', query, parameters });
        }
      };
      try {
        await act();
      } finally {
        sql.options.debug = false;
      }
      const plans: unknown[][] = [];
      for (const { settings, query, parameters } of sent) {
        const lines = await sql.begin(async (transaction) => {
          if (settings) await transaction.unsafe(settings);
          return transaction.unsafe(`explain ${options} ${query}`, parameters as never[]);
        });
        plans.push(lines.map((line) => line['QUERY PLAN']));
      }
      return plans;
    },
  };
}
