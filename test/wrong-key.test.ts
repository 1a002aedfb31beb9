import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { makeFolder } from './kit/folder.ts';
import { first, present } from './kit/present.ts';
import { createDatabase } from './kit/server-database.ts';
import { forFile, startService } from './kit/service.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const ANOTHER = 'is not the key that the secrets in this database are encrypted with.';
const newKey = () => randomBytes(32).toString('base64');

const parts = await forFile(new AsyncDisposableStack());

const newFolder = () => makeFolder('key', parts);

/** Starts the service, and reads or makes a secret. */
async function use(environment: Record<string, string>) {
  await using service = await startService({ DATABASE_URL: '', LOG_LEVEL: 'error', ...environment });
  const { sql } = service.services.db;
  const [known] = await sql<{ botId: string; sealed: Buffer }[]>`
    select bot_id as "botId", sealed_secret as sealed from webhooks`;
  return known
    ? service.services.secrets.open(known.sealed, known.botId)
    : first((await service.seed()).bots).webhookSecret;
}

describe('With another ENCRYPTION_KEY than that of the database', () => {
  let environment: Record<string, string>;
  let secret: string;
  const key = newKey();
  beforeAll(async () => {
    const server = present(inject('environment').DATABASE_URL);
    environment = { DATA_DIR: await newFolder(), DATABASE_URL: await createDatabase(server, parts) };
    secret = await use({ ...environment, ENCRYPTION_KEY: key });
  });

  test.each(['all', 'web', 'worker'] as const)('a process for %s refuses to start', async (role) => {
    const starting = startService({ ...environment, ENCRYPTION_KEY: newKey() }, role);
    await expect(starting).rejects.toThrow(
      `ENCRYPTION_KEY ${ANOTHER} Use the same key as before, and the same one for every process of this database.`,
    );
  });

  test('the service and the program that seeds end with that sentence, and say nothing of the key', async () => {
    const wrong = newKey();
    const run = async (program: string) => {
      const child = spawn(process.execPath, [program], {
        cwd: PROJECT,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment, ENCRYPTION_KEY: wrong },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      parts.defer(() => void child.kill());
      const closed = once(child, 'close');
      const output = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await closed;
      return { code: code as number | null, output: output.join('') };
    };
    const ended = await Promise.all([run('src/main.ts'), run('src/seed/main.ts')]);
    expect(ended.map(({ code }) => code)).toEqual([1, 2]);
    for (const { output } of ended) {
      expect(output).toContain(`- ENCRYPTION_KEY ${ANOTHER}`);
      expect(output).not.toContain('    at ');
      expect(output).not.toContain(wrong);
    }
  }, 90_000);

  test('nothing was changed: with the right one all goes on', async () => {
    expect(await use({ ...environment, ENCRYPTION_KEY: key })).toBe(secret);
  });
});

test('a DATA_DIR that was restored without its key is refused with the file to restore, and goes on with it', async () => {
  const [dataDir, backup] = [await newFolder(), join(await newFolder(), 'encryption.key')];
  const environment = { DATA_DIR: dataDir, ENCRYPTION_KEY: '' };
  const secret = await use(environment);
  const file = join(dataDir, 'encryption.key');
  await copyFile(file, backup);
  await rm(file);
  // The second time there is the wrong one that the first made.
  for (const isThere of [false, true]) {
    expect(existsSync(file)).toBe(isThere);
    await expect(use(environment)).rejects.toThrow(
      `${file} ${ANOTHER} Restore this file from the backup of the database.`,
    );
  }
  await copyFile(backup, file);
  expect(await use(environment)).toBe(secret);
}, 90_000);
