/** A text about a count, in each plural form of a language. `#` stands for the count. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The language of all texts, on the server and in the dashboard. */
export const LOCALE = 'en';

/**
 * Makes a function that chooses the form for a count. English has one form for 1 and one for all other counts; other
 * languages have up to six.
 *
 * @param locale the language of the forms
 * @param formatNumber formats the count, by default as the language does
 */
export function createPlural(
  locale: string,
  formatNumber: (count: number) => string = new Intl.NumberFormat(locale).format,
): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', formatNumber(count));
}

/**
 * A wait in words: in seconds below two minutes, in minutes below two hours, else in hours.
 *
 * @param seconds the length of the wait
 */
export function wordWait(
  seconds: number,
  words: Readonly<Record<'seconds' | 'minutes' | 'hours', (values: { readonly count: number }) => string>>,
): string {
  if (seconds < 120) return words.seconds({ count: Math.ceil(seconds) });
  if (seconds < 7200) return words.minutes({ count: Math.ceil(seconds / 60) });
  return words.hours({ count: Math.ceil(seconds / 3600) });
}
