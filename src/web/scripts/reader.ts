/** The language of the page. */
export const page = document.documentElement.lang;

/** Dates are in the language of the page, and as the reader's country writes them. */
export const reader = navigator.languages.find((tag) => tag.split('-')[0] === page) ?? page;

export const moments = new Intl.DateTimeFormat(reader, { dateStyle: 'medium', timeStyle: 'short' });

const plurals = new Intl.PluralRules(page);

/** @param forms a sentence for each plural form of the language, with `#` for the number, as JSON */
export function sayCount(forms: string, count: number, shown = String(count)): string {
  const sentences = JSON.parse(forms);
  return (sentences[plurals.select(count)] ?? sentences.other).replaceAll('#', shown);
}
