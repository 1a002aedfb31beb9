import type { WithRandom } from '../kernel/needs.ts';

/** As many digits as the longest ids of the chat platform, so that clients read it like one. */
const DIGITS = 19;
/** Ids of the chat platform are numbers above 10^16. A smaller one belongs to nobody, whoever reads it as a number. */
const RANDOM_DIGITS = 14;

/** Makes an id that takes the place of an erased user's id. Nobody has or gets it, and it does not lead back. */
export function newPseudonym({ randomBytes }: WithRandom): string {
  const random = BigInt(`0x${randomBytes(16).toString('hex')}`) % 10n ** BigInt(RANDOM_DIGITS);
  return String(random).padStart(DIGITS, '0');
}

/** Returns the same new pseudonym for each call with the same bot. */
export function pseudonymPerBot(services: WithRandom): (botId: string) => string {
  const pseudonyms = new Map<string, string>();
  return (botId) => {
    const pseudonym = pseudonyms.get(botId) ?? newPseudonym(services);
    pseudonyms.set(botId, pseudonym);
    return pseudonym;
  };
}
