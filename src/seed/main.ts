import { parseArgs } from 'node:util';
import { keepCompiledModules } from '../compile-cache.ts';
import type { SeedSize } from './seed.ts';

const USAGE = 'usage: npm run seed -- [--json] [--bots N] [--users N] [--votes N] [--webhook URL]';

/** The options cannot be used. The program prints the usage. */
class UsageError extends Error {}

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
    keepCompiledModules(process.env);
    // Loaded only now: a wrong option is answered at once.
    const [{ readConfig }, { seedDatabase }] = await Promise.all([
      import('../config/config.ts'),
      import('./run.ts'),
    ]);
    const config = readConfig(process.env);
    const { bots, users, ownerId } = await seedDatabase(config, size);
    // The seed shares only the database with the service, so it cannot know where the service listens.
    if (isJson) {
      process.stderr.write(
        `baseUrl is ${config.publicUrl}: ` +
          'the address of a service with the PUBLIC_URL, HOST and PORT of this command.\n',
      );
    }
    process.stdout.write(
      isJson
        ? `${JSON.stringify({ baseUrl: config.publicUrl, bots, users, ownerId })}\n`
        : `Added ${bots.length} bots, ${users.length} users and ${size.votes} votes; ` +
            `user ${ownerId} manages the bots.\n`,
    );
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${message}\n${isUsage ? `${USAGE}\n` : ''}`);
    process.exitCode = isUsage || name === 'ConfigError' ? 2 : 1;
  }
}
