import { customType, timestamp } from 'drizzle-orm/pg-core';

/* Types of columns that drizzle does not have, or not as the tables need them. */

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
/** Timestamps have milliseconds, as in the contract. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
