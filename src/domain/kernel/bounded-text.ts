import { InvalidInputError } from './errors.ts';
import { isLengthWithin } from './text-length.ts';

/**
 * What somebody wrote, without the white space around it.
 *
 * @param subject what it is, as the sentence of a refusal begins
 * @param bounds in Unicode code points, as a person would count
 * @throws {InvalidInputError} when it is shorter, longer or no text that can be stored
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
