import type { DocumentLimits } from './document-limits.ts';
import { refusal } from './refusal.ts';

/**
 * Refuses variables before they are read by their types: what does not fit is printed into errors then, whole and once
 * for each mistake. How long their strings are is bounded by the body, or the address, that they come in.
 *
 * @throws {GraphQLError} when there are too many values, or they are nested too deep
 */
export function requireModestVariables(variables: unknown, { values, nesting }: DocumentLimits): void {
  let left = values;
  let level = [variables];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nesting) throw refusal(`Variables are nested at most ${nesting} levels deep.`, CODE);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const children = Object.values(value);
      left -= children.length;
      if (left < 0) throw refusal(`Variables have at most ${values} keys and items.`, CODE);
      for (const child of children) below.push(child);
    }
    level = below;
  }
}

const CODE = 'BAD_USER_INPUT';
