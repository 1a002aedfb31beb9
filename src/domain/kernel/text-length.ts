/** Whether a text is as long as it may be, counted in Unicode code points, as a person would. */
export function isLengthWithin(text: string, min: number, max: number): boolean {
  // A code point takes one or two units: longer than that needs no counting.
  if (text.length < min || text.length > max * 2) return false;
  const length = [...text].length;
  return length >= min && length <= max;
}
