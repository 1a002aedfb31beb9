/** The values in a message, by name. */
export type Parameters = Readonly<Record<string, string | number>>;

/** Words for values that are codes, by the name of the parameter: `{ state: { pending: 'pending' } }`. */
export type Terms = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Fills in a message such as `At most {max, number} tags.` This is ICU MessageFormat with plain arguments and numbers,
 * which needs no parser: bundles for browsers and the domain have none for refusals.
 *
 * @param writeNumber writes a number as a language does; by default in digits only, as programs read it
 * @returns the sentence; an argument without a value stays as it is
 */
export function fillIn(
  message: string,
  parameters: Parameters,
  terms: Terms,
  writeNumber: (value: number) => string = String,
): string {
  return message.replace(/\{(\w+)(, number)?\}/g, (argument, name: string, number?: string) => {
    if (!Object.hasOwn(parameters, name)) return argument;
    const value = String(parameters[name]);
    if (number) return writeNumber(Number(value));
    const words = Object.hasOwn(terms, name) ? terms[name] : undefined;
    return words && Object.hasOwn(words, value) ? String(words[value]) : value;
  });
}
