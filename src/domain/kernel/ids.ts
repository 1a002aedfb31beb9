import { v7 as uuidv7, validate } from 'uuid';
import { InvalidInputError } from './errors.ts';
import type { WithRandom } from './needs.ts';

/** The epoch of the chat platform's ids, in milliseconds since 1970. */
export const SNOWFLAKE_EPOCH_MS = 1_420_070_400_000;
const SNOWFLAKE = /^\d{17,19}$/;

/** Whether a value is an id of the chat platform (section 2 of the contract). Bots and users have such ids. */
export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && SNOWFLAKE.test(value);
}

/** @throws {InvalidInputError} when an id has another form, such as one that a person typed */
export function requireSnowflake(id: string, whose: 'bot' | 'user'): void {
  if (!isSnowflake(id)) throw new InvalidInputError(whose === 'bot' ? 'id.ofBot' : 'id.ofUser');
}

/** The time at which the chat platform created an id. The upper bits of the id contain it. */
export function snowflakeTime(id: string): Date {
  return new Date(Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH_MS);
}

/** The smallest id that the chat platform creates at a time or later. */
export function snowflakeAt(time: Date): string {
  return (BigInt(Math.max(0, time.getTime() - SNOWFLAKE_EPOCH_MS)) << 22n).toString();
}

/** Makes an id for a new row. Ids are ordered by time, so new rows share index pages. */
export function newId({ randomBytes }: WithRandom, now: Date): string {
  return uuidv7({ msecs: now.getTime(), random: randomBytes(16) });
}

/** Whether a text is a UUID. PostgreSQL raises an error for any other text. */
export function isId(text: string): boolean {
  return validate(text);
}

/** The lower bound of all ids that {@link newId} makes at a time or later. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
