import { InvalidInputError } from './errors.ts';

/**
 * Reads the body of a REST request.
 *
 * @param body undefined or null when it is no JSON: a missing variable of GraphQL becomes null
 * @throws {InvalidInputError} when it is no JSON, or something else than an object
 */
export function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined || body === null) throw new InvalidInputError('body.notJson');
  if (!isObject(body)) throw new InvalidInputError('body.notObject');
  return body;
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
