import { fieldNamed } from '../../terms/listing-fields.ts';
import { InvalidInputError } from '../kernel/errors.ts';

/**
 * The languages that a bot can name, as ISO 639-1 codes: those that most chat communities speak. Never remove one that
 * is in use. Pages name them with `Intl.DisplayNames`, in the language of their reader.
 */
export const BOT_LANGUAGES: readonly string[] = [
  'ar',
  'cs',
  'de',
  'en',
  'es',
  'fr',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
];

/** The maximum of a filter, as of a listing. */
export const MAX_LANGUAGES = fieldNamed('languages').max;

const CODES = new Set(BOT_LANGUAGES);

/** @throws {InvalidInputError} when there is no such language */
export function requireLanguage(code: string | undefined): void {
  if (code !== undefined && !isBotLanguage(code)) throw new InvalidInputError('language.unknown');
}

export function isBotLanguage(code: string): boolean {
  return CODES.has(code);
}
