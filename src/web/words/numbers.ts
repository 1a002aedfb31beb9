import { perLanguage } from './current-language.ts';

/** How many numbers are remembered per language and form. Most numbers of a directory are small, and come again. */
const MAX_REMEMBERED = 10_000;

/** Intl takes 2 to 10 µs for a number, and a page has more than a hundred. */
function remember(format: (value: number) => string): (value: number) => string {
  const known = new Map<number, string>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    if (known.size === MAX_REMEMBERED) known.clear();
    const formatted = format(value);
    known.set(value, formatted);
    return formatted;
  };
}

const numbers = perLanguage((locale) => {
  const format = new Intl.NumberFormat(locale);
  return remember((value) => format.format(value));
});
const shortNumbers = perLanguage((locale) => {
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
  return remember((value) => {
    const parts = compact.formatToParts(value);
    const isShort = parts.some(({ type }) => type === 'compact');
    return isShort ? parts.map((part) => part.value).join('') : formatNumber(value);
  });
});

/** A number in the language of the page. */
export const formatNumber = (value: number): string => numbers()(value);

/**
 * A number with three digits and a unit, such as 12.3K. German has no unit below a million: such a number is exact,
 * because nothing would show that it was rounded.
 */
export const shortNumber = (value: number): string => shortNumbers()(value);
