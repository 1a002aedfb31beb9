/** What is said of a count, by the plural categories of a language; a `#` stands for the count itself. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The language of all pages, those that are rendered on the server and those that are made in browsers. */
export const LOCALE = 'en';

/**
 * Chooses among the forms for a count as a language does: English has one for 1 and one for everything else, others
 * have up to six.
 *
 * @param locale of the forms
 * @param formatNumber writes the count, by default as it is usual there
 */
export function createPlural(
  locale: string,
  formatNumber: (count: number) => string = new Intl.NumberFormat(locale).format,
): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', formatNumber(count));
}

/**
 * Words a wait by the second, and a longer one by the minute or the hour.
 *
 * @param seconds from now
 */
export function wordWait(
  seconds: number,
  words: Readonly<Record<'seconds' | 'minutes' | 'hours', (count: number) => string>>,
): string {
  if (seconds < 120) return words.seconds(Math.ceil(seconds));
  if (seconds < 7200) return words.minutes(Math.ceil(seconds / 60));
  return words.hours(Math.ceil(seconds / 3600));
}
