import { type Refused as Sent, wordRefusal } from '../../../words/word-refusal.ts';
import { refusals } from '../words/catalogue.ts';

export type { Sent };

/** The sentence of a refusal in the language of the page. */
export const sentenceOf = (refused: Sent): string => wordRefusal(refusals, refused);

/** The result of an attempt in the language of the page. */
export const explanationOf = ({ explanation, explanationReason, statusCode }: Explained): string =>
  sentenceOf({
    reason: explanationReason,
    parameters: { statusCode: statusCode ?? '' },
    message: explanation,
  });

interface Explained {
  readonly explanation: string;
  readonly explanationReason: string;
  readonly statusCode: number | null;
}
