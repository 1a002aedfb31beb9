import { InvalidInputError } from './errors.ts';
import type { TERMS } from './refusals.ts';
import { isLengthWithin } from './text-length.ts';

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
