import { sentenceOf } from '../../words/messages.ts';

interface Explained {
  readonly explanation: string;
  readonly explanationReason: string;
  readonly statusCode: number | null;
}

/** The result of an attempt in the language of the page. */
export const explanationOf = ({ explanation, explanationReason, statusCode }: Explained): string =>
  sentenceOf({
    reason: explanationReason,
    parameters: { statusCode: statusCode ?? '' },
    message: explanation,
  });
