import { wordWait } from '../kit/word-wait.ts';
import { messages } from '../words/messages.ts';

/**
 * "try again in 5 minutes", as a part of a sentence.
 *
 * @param seconds until then
 */
export function tryAgainIn(seconds: number): string {
  return wordWait(seconds, messages.tryAgain);
}
