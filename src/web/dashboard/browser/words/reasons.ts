import type { Translation } from '../../../words/words.ts';
import { reasons as de } from './de/reasons.ts';
import { reasons as en } from './en/reasons.ts';

/**
 * The templates of reasons in each language. The script of a page has all of them: an owner may read another language
 * than the moderator.
 */
export const REASONS = { en, de } satisfies Readonly<Record<string, Translation<typeof en>>>;
