import { parseArgs } from 'node:util';
import { keepCompiledModules } from '../lib/compile-cache.ts';
import type { Seeded, SeedSize } from './seed.ts';

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
  if (typeof webhookUrl === 'string' && !isWebhook(webhookUrl))
    throw new UsageError('--webhook must be an http or https URL without a user name and password');
  return {
    bots: number('bots', 5),
    users: number('users', 20),
    votes: number('votes', 40),
    ...(typeof webhookUrl === 'string' && { webhookUrl }),
  };
}

function isWebhook(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
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

function describe({ votes }: SeedSize, { bots, users, ownerId }: Seeded, site: string | undefined): string {
  const [first] = bots;
  // Nobody votes without users, and for nothing without bots.
  const added = first && users.length > 0 ? votes : 0;
  return (
    `Added ${bots.length} bots, ${users.length} users and ${added} votes` +
    `${site === undefined ? '' : ` to ${site}/`}.\n` +
    (first ? `User ${ownerId} owns the first bot, ${first.id}. --json prints all owners and tokens.\n` : '')
  );
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
    const { site, ...added } = await seedDatabase(config, size);
    const baseUrl = site ?? config.publicUrl;
    if (isJson && site === undefined) {
      process.stderr.write(
        `No service was found, so baseUrl is ${baseUrl}: ` +
          'the address of one with the PUBLIC_URL, HOST and PORT of this command.\n',
      );
    }
    process.stdout.write(isJson ? `${JSON.stringify({ baseUrl, ...added })}\n` : describe(size, added, site));
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${message}\n${isUsage ? `${USAGE}\n` : ''}`);
    process.exitCode = isUsage || name === 'ConfigError' ? 2 : 1;
  }
}
