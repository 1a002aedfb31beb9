import { copyOf } from './copy-of.ts';

/** Encloses the name of a hole. No stored text has this character: PostgreSQL refuses it. */
const MARK = '\0';

/**
 * Marks a place in the text of a response. It is filled each time the response is sent, so that the rest can be kept.
 *
 * @param name tells what belongs there
 */
export const hole = (name: string): string => MARK + name + MARK;

/** The text of a response, with holes. */
export interface Template {
  /** Without what fills the holes. */
  readonly bytes: number;
  /** @param textOf returns what belongs into a hole */
  fill(textOf: (name: string) => string): Buffer;
}

/** @param text has its holes marked by {@link hole} */
export function templateOf(text: string): Template {
  // Texts and names of holes take turns. As bytes, a text takes half the memory, and is not encoded for each response.
  const pieces = text.split(MARK);
  const whole = copyOf(Buffer.from(pieces.filter((_, index) => index % 2 === 0).join('')));
  let end = 0;
  const parts = pieces.map((piece, index) => {
    // A piece is a view into the text for V8, and would keep all of it alive.
    if (index % 2 === 1) return Buffer.from(piece).toString();
    const start = end;
    end += Buffer.byteLength(piece);
    return whole.subarray(start, end);
  });
  return {
    bytes: whole.length,
    fill: (textOf) =>
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(textOf(part)) : part))),
  };
}
