import { franc } from 'franc-min';
import { createCache } from '../../lib/cache.ts';
import { currentLanguage } from './current-language.ts';

/** The codes that the detector uses (ISO 639-3), by those of the languages that bots can speak (ISO 639-1). */
const DETECTED: Readonly<Record<string, string>> = {
  ar: 'arb',
  cs: 'ces',
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  hi: 'hin',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'cmn',
};

/** More does not change the result, and takes longer. */
const MAX_READ = 500;
/** A shorter text is too often taken for another language. */
const MIN_LENGTH = 12;

/**
 * Detects the language of a text of an owner: one of those that the bot speaks, or English, which many owners write
 * whatever their bots speak.
 *
 * @param spoken codes of languages (ISO 639-1)
 * @returns the code; undefined when the text is too short or in none of these
 */
export function languageOf(text: string, spoken: readonly string[]): string | undefined {
  const read = text.slice(0, MAX_READ);
  return detected.memo(`${spoken.join()} ${read}`, { context: { read, spoken } }) || undefined;
}

/** Detecting takes 25 microseconds, which a list does for each card. Empty: no language. */
const detected = createCache<string, { readonly read: string; readonly spoken: readonly string[] }>({
  maxBytes: 2 * 1024 * 1024,
  memoMethod: (_key, _stale, { context: { read, spoken } }) => {
    const codes = [...new Set([...spoken, 'en'])];
    const only = codes.map((code) => DETECTED[code]).filter((code) => code !== undefined);
    const found = franc(read, { only, minLength: MIN_LENGTH });
    return codes.find((code) => DETECTED[code] === found) ?? '';
  },
});

/**
 * The attributes of an element with a text of an owner: its direction, so that a full stop is on the right side, and its
 * language, for screen readers, hyphens and fonts.
 *
 * @param known its language, as far as the owner has said it
 */
export function textAttributes(
  text: string,
  spoken: readonly string[],
  known: string | null = null,
): { readonly dir: 'auto'; readonly lang?: string } {
  const lang = known ?? languageOf(text, spoken);
  return lang === undefined || lang === currentLanguage() ? { dir: 'auto' } : { dir: 'auto', lang };
}
