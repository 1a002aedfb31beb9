import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock } from '../kernel/needs.ts';
import type { StatsStatements } from './stats-statements.ts';

const LARGEST_COUNT = 2_147_483_647;
/** The canonical name first; the aliases are what posters already send elsewhere. */
const COUNT_NAMES = ['server_count', 'guildCount', 'guilds'];

/**
 * Records a server count and the check-in time (`POST /stats`, section 4 of the contract).
 *
 * @param report what the bot sent: an object with exactly one of the three names
 * @returns the stored number
 * @throws {InvalidInputError} naming the first problem
 * @throws {NotFoundError} when the listing is gone
 */
export async function reportStats(
  services: StatsStatements & WithClock,
  botId: string,
  report: unknown,
): Promise<{ serverCount: number }> {
  const serverCount = readServerCount(report);
  const changed = await services.recordStats({ botId, serverCount, at: services.now() });
  if (changed === undefined) throw new NotFoundError();
  return { serverCount };
}

function readServerCount(report: unknown): number {
  if (typeof report !== 'object' || report === null || Array.isArray(report)) {
    throw new InvalidInputError('Invalid JSON body.');
  }
  const names = COUNT_NAMES.filter((name) => Object.hasOwn(report, name));
  const [name] = names;
  if (name === undefined) throw new InvalidInputError('server_count is required.');
  if (names.length > 1) {
    throw new InvalidInputError(
      `Send exactly one of server_count, guildCount and guilds, not ${names.join(' and ')}.`,
    );
  }
  const count: unknown = Reflect.get(report, name);
  if (typeof count !== 'number' || !Number.isInteger(count)) {
    throw new InvalidInputError(`${name} must be an integer.`);
  }
  if (count < 0 || count > LARGEST_COUNT) {
    throw new InvalidInputError(`${name} must be between 0 and ${LARGEST_COUNT}.`);
  }
  // JSON knows a negative zero; a count does not.
  return count + 0;
}
