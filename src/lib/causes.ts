/** An error, then what caused it, what caused that, and so on, each once. Empty for what is no error. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && !causes.includes(each); each = each.cause)
    causes.push(each);
  return causes;
}

/** The code of an error as text; `undefined` as text when it has none. */
export const codeOf = (error: Error): string => String(Reflect.get(error, 'code'));
