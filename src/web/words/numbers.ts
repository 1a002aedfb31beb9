import { perLanguage } from './current-language.ts';

const numbers = perLanguage((language) => new Intl.NumberFormat(language));
const compact = perLanguage(
  (language) => new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 }),
);

/** A number in the language of the page. */
export const formatNumber = (value: number) => numbers().format(value);

/**
 * A number with three digits and a unit, such as 12.3K. German has no unit below a million: such a number is exact,
 * because nothing would show that it was rounded.
 */
export function shortNumber(value: number): string {
  const parts = compact().formatToParts(value);
  return parts.some(({ type }) => type === 'compact')
    ? parts.map((part) => part.value).join('')
    : formatNumber(value);
}
