import { perLanguage } from './current-language.ts';

const times = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/** A time in UTC, in words. */
export const formatUtc = (iso: string): string => `${times().format(new Date(iso))} UTC`;
