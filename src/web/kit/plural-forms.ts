import { perLanguage } from '../words/current-language.ts';
import { formatNumber } from '../words/numbers.ts';

const pluralRules = perLanguage((language) => new Intl.PluralRules(language));

/**
 * The plural forms of a count, for scripts that count again. `#` stands for the count.
 *
 * @param say words a count
 * @param most the highest count
 */
export function pluralForms(
  say: (values: { readonly count: number }) => string,
  most: number,
): Partial<Record<Intl.LDMLPluralRule, string>> {
  const rules = pluralRules();
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {};
  for (let count = 1; count <= most; count++) {
    forms[rules.select(count)] ??= say({ count }).replace(formatNumber(count), '#');
  }
  return forms;
}
