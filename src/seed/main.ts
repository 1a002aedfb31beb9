import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { whileAway } from '../db/retry.ts';
import { rankListings } from '../domain/directory/ranking.ts';
import { createLog } from '../log.ts';
import { openMigratedDatabase } from '../parts/database.ts';
import { openSecrets } from '../parts/secrets.ts';
import { type Seeded, type SeedSize, seed } from './seed.ts';

const USAGE = 'usage: npm run seed -- [--json] [--bots N] [--users N] [--votes N] [--webhook URL]';

/** The options cannot be used. The program prints the usage. */
class UsageError extends Error {}

/** Seeds the database of the configuration. The service may run at the same time. */
async function run(config: Config, size: SeedSize): Promise<Seeded> {
  const parts = new AsyncDisposableStack();
  try {
    const db = await openMigratedDatabase(config, createLog('warn', 2), parts);
    const secrets = await openSecrets(config, db);
    const seeded = await seed({ db, now: () => new Date(), randomBytes, secrets }, size);
    await whileAway(() => rankListings({ db }));
    return seeded;
  } finally {
    await parts.disposeAsync();
  }
}

function readSize(values: Record<string, string | boolean | undefined>): SeedSize {
  const number = (name: string, fallback: number) => {
    const value = values[name] ?? fallback;
    if (!/^\d{1,7}$/.test(String(value)))
      throw new UsageError(`--${name} must be a whole number up to 9999999`);
    return Number(value);
  };
  const webhookUrl = values.webhook;
  if (typeof webhookUrl === 'string' && !URL.canParse(webhookUrl))
    throw new UsageError('--webhook must be a URL');
  return {
    bots: number('bots', 5),
    users: number('users', 20),
    votes: number('votes', 40),
    ...(typeof webhookUrl === 'string' && { webhookUrl }),
  };
}

/** @throws {UsageError} with the name of the first option that cannot be used */
function readOptions(): { size: SeedSize; isJson: boolean } {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean' }, bots: option, users: option, votes: option, webhook: option },
    });
    return { size: readSize(values), isJson: values.json ?? false };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

if (import.meta.main) {
  try {
    const { size, isJson } = readOptions();
    const config = readConfig(process.env);
    const { bots, users, ownerId } = await run(config, size);
    process.stdout.write(
      isJson
        ? `${JSON.stringify({ baseUrl: config.publicUrl, bots, users, ownerId })}\n`
        : `Added ${bots.length} bots, ${users.length} users and ${size.votes} votes; ` +
            `user ${ownerId} manages the bots.\n`,
    );
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n${isUsage ? `${USAGE}\n` : ''}`);
    process.exitCode = error instanceof ConfigError || isUsage ? 2 : 1;
  }
}
