import { InvalidInputError } from './errors.ts';
import { isLengthWithin } from './text-length.ts';

/**
 * Trims a text and checks its length.
 *
 * @param subject the name of the field, which begins the error sentence
 * @param bounds in Unicode code points
 * @returns the text without white space around it
 * @throws {InvalidInputError} when it is too short, too long, or not valid Unicode
 */
export function readBoundedText(
  subject: string,
  value: string,
  bounds: { min: number; max: number },
): string {
  const text = value.trim();
  if (!text.isWellFormed() || text.includes('\0')) {
    throw new InvalidInputError(`${subject} must be valid Unicode text without NUL.`);
  }
  const { min, max } = bounds;
  if (!isLengthWithin(text, min, max)) {
    throw new InvalidInputError(`${subject} must be ${min} to ${max} characters long.`);
  }
  return text;
}
