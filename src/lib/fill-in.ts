/** The values in a message, by name. */
export type Parameters = Readonly<Record<string, string | number>>;

/** Words for values that are codes, by the name of the parameter: `{ state: { pending: 'pending' } }`. */
export type Terms = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** How a language writes what is neither a text nor a code. */
export interface Writers {
  readonly number: (value: number) => string;
  /** Gets a time in ISO 8601. */
  readonly date: (value: string) => string;
}

/** Numbers in digits only and times in ISO 8601, as programs read them. */
const PLAIN: Writers = { number: String, date: String };

/**
 * Fills in a message such as `At most {max, number} tags.` This is ICU MessageFormat with plain arguments, numbers and
 * dates, which needs no parser: bundles for browsers and the domain have none for refusals.
 *
 * @returns the sentence; an argument without a value stays as it is
 */
export function fillIn(message: string, parameters: Parameters, terms: Terms, write = PLAIN): string {
  return message.replace(/\{(\w+)(?:, (number|date))?\}/g, (argument, name: string, kind?: string) => {
    if (!Object.hasOwn(parameters, name)) return argument;
    const value = String(parameters[name]);
    if (kind === 'number') return write.number(Number(value));
    if (kind === 'date') return write.date(value);
    const words = Object.hasOwn(terms, name) ? terms[name] : undefined;
    return words && Object.hasOwn(words, value) ? String(words[value]) : value;
  });
}
