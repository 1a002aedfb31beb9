import { reasons as de } from './de/moderation.ts';
import { reasons as en } from './en/moderation.ts';
import type { Translation } from './words.ts';

/**
 * The templates of moderators' reasons in each language. The script of a page has all of them: an owner may read
 * another language than the moderator.
 */
export const REASONS = { en, de } satisfies Readonly<Record<string, Translation<typeof en>>>;
