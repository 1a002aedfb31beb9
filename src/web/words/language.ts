/**
 * The languages of the site, with what each calls itself. The first is the one for readers of any other language. Each
 * has a file of messages here; CONTRIBUTING.md tells how to add one.
 */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;

export type Language = keyof typeof LANGUAGE_NAMES;

/** Their codes, as browsers send them. */
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_NAMES, value);
}
