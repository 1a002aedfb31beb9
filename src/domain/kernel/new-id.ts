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
