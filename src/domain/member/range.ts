import { InvalidInputError } from '../kernel/errors.ts';
import { type KeysetPosition, type PageRange, readCursor } from '../kernel/keyset-cursor.ts';

/**
 * The limits of a page of a list that is ordered by time, newest first. Its cursors are those of `writeCursor`. Without a
 * cursor, a limit is one that every row fulfils.
 */
export function boundsOf({ after, before }: PageRange): { after: KeysetPosition; before: KeysetPosition } {
  return {
    after: after === undefined ? { time: new Date(Date.UTC(9999, 0)), id: '' } : positionOf(after),
    before: before === undefined ? { time: new Date(0), id: '' } : positionOf(before),
  };
}

function positionOf(cursor: string): KeysetPosition {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('cursor.ofOtherList');
  return position;
}
