import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { whileAway } from './while-away.ts';

/**
 * Makes a database on a server, which may be just starting.
 *
 * @param server the server's URL
 * @param parts removes the database when it is closed
 * @param model the name of the database that it is a copy of; nobody may be connected to it. Without one it is empty
 * @returns the URL of the database
 */
export async function createDatabase(
  server: string,
  parts: AsyncDisposableStack,
  model = 'template1',
): Promise<string> {
  const name = `bot_listing_test_${randomBytes(6).toString('hex')}`;
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  parts.defer(() => sql.end());
  await whileAway(() => sql.unsafe(`create database ${name} template ${model}`));
  parts.defer(async () => void (await sql.unsafe(`drop database ${name} with (force)`)));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
