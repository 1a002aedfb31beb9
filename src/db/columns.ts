import { sql } from 'drizzle-orm';
import { check, customType, timestamp } from 'drizzle-orm/pg-core';

/* Types of columns that drizzle does not have, or not as the tables need them. */

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
/** Timestamps have milliseconds, as in the contract. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/**
 * Bounds the bytes of what people write, so that no mistake elsewhere stores more. The domain allows less, in characters
 * and in its own words. `test/db/lengths.test.ts` names each column that has no bound.
 *
 * @param bytes by column; of JSON and lists by their text, such as `commands::text`
 */
export const lengths = (table: string, bytes: Readonly<Record<string, number>>) =>
  check(
    `${table}_lengths`,
    sql.raw(
      Object.entries(bytes)
        .map(([column, max]) => `octet_length(${column}) <= ${max}`)
        .join(' and '),
    ),
  );
