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
