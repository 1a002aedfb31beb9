/** What is said of a count, by the plural categories of a language; a `#` stands for the count itself. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/**
 * Chooses among the forms for a count as a language does: English has one for 1 and one for everything else, others
 * have up to six.
 *
 * @param locale of the forms; the count is written as it is usual there
 */
export function createPlural(locale: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count));
}
