import type { TERMS } from '../../terms/refusals.ts';
import { InvalidInputError } from './errors.ts';

/**
 * Whether the length of a text is within bounds.
 *
 * @param min in Unicode code points
 * @param max in Unicode code points
 */
export function isLengthWithin(text: string, min: number, max: number): boolean {
  // A code point takes one or two UTF-16 units, so a longer text needs no counting.
  if (text.length < min || text.length > max * 2) return false;
  const length = [...text].length;
  return length >= min && length <= max;
}

/** U+2800 is the empty braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{M}\u2800]/gu;

/** Whether a text has nothing that a reader sees. */
export function isInvisible(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/**
 * Trims a text and checks its length.
 *
 * @param subject what the text is; it begins the error sentence
 * @param bounds in Unicode code points
 * @returns the text without white space around it
 * @throws {InvalidInputError} when it is too short, too long, or not valid Unicode
 */
export function readBoundedText(
  subject: keyof typeof TERMS.subject,
  value: string,
  bounds: { min: number; max: number },
): string {
  const text = value.trim();
  if (!text.isWellFormed() || text.includes('\0')) {
    throw new InvalidInputError('text.notUnicode', { subject });
  }
  const { min, max } = bounds;
  if (!isLengthWithin(text, min, max)) {
    throw new InvalidInputError('text.length', { subject, min, max });
  }
  return text;
}

/** As {@link readBoundedText}. @returns undefined when it is left out or blank, and not needed */
export function readOptionalText(
  subject: keyof typeof TERMS.subject,
  value: string | null | undefined,
  bounds: { min: number; max: number },
  isNeeded: boolean,
): string | undefined {
  return isNeeded || value?.trim() ? readBoundedText(subject, value ?? '', bounds) : undefined;
}
