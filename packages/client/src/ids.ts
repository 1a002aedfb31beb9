/**
 * Checks an id of the chat platform. JavaScript rounds a number of this size, so it would be the id of somebody else.
 *
 * @throws {TypeError} when it is no string of 17 to 19 digits
 */
export function requireId(whose: string, id: unknown): void {
  if (typeof id === 'number' || typeof id === 'bigint') {
    throw new TypeError(`Pass the id of ${whose} as a string: JavaScript rounds numbers this large.`);
  }
  if (typeof id !== 'string' || !/^\d{17,19}$/.test(id)) {
    throw new TypeError(`The id of ${whose} has 17 to 19 digits.`);
  }
}
