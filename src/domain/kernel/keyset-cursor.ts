import { isSnowflake } from './snowflake.ts';

/** A place in a list that is ordered by time and, within one time, by id. */
export interface KeysetPosition {
  readonly time: Date;
  readonly id: string;
}

/** Later times are written with more than four digits of the year, which PostgreSQL does not read. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** @returns an opaque cursor for a client */
export function writeCursor({ time, id }: KeysetPosition): string {
  return Buffer.from(`${time.getTime()}.${id}`).toString('base64url');
}

/** @returns undefined when it is no cursor that {@link writeCursor} gives */
export function readCursor(cursor: unknown): KeysetPosition | undefined {
  const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
  const [, time, id] = /^(\d{1,15})\.(\d+)$/.exec(text) ?? [];
  if (time === undefined || Number(time) > LAST_TIME || !isSnowflake(id)) return undefined;
  return { time: new Date(Number(time)), id };
}
