import { v7 as uuidv7, validate } from 'uuid';
import type { WithRandom } from './needs.ts';

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
