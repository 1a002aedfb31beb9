import { ACCESS } from './refusals/access.ts';
import { ATTEMPTS } from './refusals/attempts.ts';
import { INPUT } from './refusals/input.ts';
import { LISTING } from './refusals/listing.ts';
import { MODERATION } from './refusals/moderation.ts';
import { TERMS } from './refusals/terms.ts';
import { VOTING } from './refusals/voting.ts';

/**
 * The English sentence of each reason for a refusal, and of each result of an attempt, in ICU MessageFormat with plain
 * arguments. Reasons and the names of arguments are stable: clients word refusals in other languages with them. REST
 * responds with these sentences.
 */
export const REFUSALS = { ...ACCESS, ...ATTEMPTS, ...INPUT, ...LISTING, ...MODERATION, ...VOTING } as const;

export { TERMS };
