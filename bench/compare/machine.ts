import { cpus } from 'node:os';
import type { Database } from '../../src/db/client.ts';

/** Describes where figures come from: the versions of Node and PostgreSQL, and the processor. */
export async function describeMachine({ sql }: Pick<Database, 'sql'>) {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return { node: process.version, postgres: row?.version, cpu: cpus()[0]?.model, cores: cpus().length };
}
