import { messages } from '../../words/messages.ts';
import { Refused } from '../request/refused.ts';

/**
 * Reads a typed id of a user or a bot.
 *
 * @throws {Refused} with a sentence for the field
 */
export function readId(typed: string): string {
  // Copied ids come with spaces.
  const id = typed.replace(/\s/g, '');
  if (!/^\d{17,19}$/.test(id)) throw new Refused('INVALID_INPUT', messages.common.idProblem);
  return id;
}
