import { perLanguage } from './current-language.ts';

/** How many values are remembered per language and form. Codes of languages may come from addresses. */
const MAX_REMEMBERED = 10_000;

/** Intl takes 2 to 10 µs for a number or a name. A page has more than a hundred, and most of them come again. */
export function remember<Value>(format: (value: Value) => string): (value: Value) => string {
  const known = new Map<Value, string>();
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
  return remember((value: number) => format.format(value));
});
const shortNumbers = perLanguage((locale) => {
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
  return remember((value: number) => {
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

/**
 * A short number in a message with a plural. French has a form for millions, which Intl only finds for whole ones: a
 * million stands for all of them.
 */
export const shortCount = (value: number): { readonly count: number; readonly shown: string } => ({
  count: Math.min(Number(value.toPrecision(3)), 1_000_000),
  shown: shortNumber(value),
});
