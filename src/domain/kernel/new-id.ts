import { v7 as uuidv7, validate } from 'uuid';
import type { WithRandom } from './needs.ts';

/** An id for a new row. Ordered by time, so that new rows share index pages. */
export function newId({ randomBytes }: WithRandom, now: Date): string {
  return uuidv7({ msecs: now.getTime(), random: randomBytes(16) });
}

/** Whether a text can be the id of a row: the database faults on any other. */
export function isId(text: string): boolean {
  return validate(text);
}
