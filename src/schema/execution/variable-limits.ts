import type { OperationLimits } from '../limits-by-viewer.ts';
import { refusal } from './refusal.ts';

/**
 * Refuses too many variables before their types are checked: the type check prints every invalid value into its
 * errors. The limit of the body or the URL bounds the length of strings.
 *
 * @param variables the variables as they were sent
 * @throws {GraphQLError} when there are too many values, or they are nested too deeply
 */
export function requireModestVariables(variables: unknown, { values, nesting }: OperationLimits): void {
  let left = values;
  let level = [variables];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nesting) throw refusal(`Variables can be nested at most ${nesting} levels deep.`, CODE);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const children = Object.values(value);
      left -= children.length;
      if (left < 0) throw refusal(`Variables can have at most ${values} keys and items.`, CODE);
      for (const child of children) below.push(child);
    }
    level = below;
  }
}

const CODE = 'BAD_USER_INPUT';
