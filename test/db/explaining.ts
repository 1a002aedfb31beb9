import type { Database } from '../../src/db/client.ts';

/** A database that explains the queries that it gets instead of running them, and keeps the plans. */
export function explaining(db: Database) {
  const plans: string[] = [];
  const sql = new Proxy(db.sql, {
    apply(target, self, [strings, ...parameters]: [readonly string[], ...unknown[]]) {
      const [start = '', ...rest] = strings;
      if (!/^\s*(select|with)\b/.test(start)) return Reflect.apply(target, self, [strings, ...parameters]);
      const texts = [`explain ${start}`, ...rest];
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
