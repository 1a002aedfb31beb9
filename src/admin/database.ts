import type { Command } from 'commander';
import { openDatabase } from '../db/client.ts';
import { copyOf, IDENTIFY } from '../db/newest-copy.ts';
import { openCopyMemory } from '../parts/newest-copy.ts';
import { type Act, dangerous, type Tools } from './command.ts';
import { NotDone, type Result } from './result.ts';

/** `database`: which copy of the database is the right one. */
export function addDatabase(program: Command, act: Act): void {
  const database = program.command('database').description('say which copy of the database is the right one');

  dangerous(database.command('accept'))
    .description('use the database in DATABASE_URL, although it is another or an older copy than before')
    .action(act(accept));
}

async function accept({ config, confirm, parts }: Tools): Promise<Result> {
  const known = config();
  const { databaseUrl: url } = known;
  if (url === undefined) throw new NotDone('The embedded database has no other copies.');
  const memory = await openCopyMemory(known, url, parts);
  const db = openDatabase({ url }, 1);
  parts.defer(() => db.close());
  const [row] = await db.sql.unsafe<Parameters<typeof copyOf>[0][]>(IDENTIFY);
  const copy = row && copyOf(row);
  if (!copy) throw new NotDone('This is a standby. Set DATABASE_URL to the primary.');
  const before = await memory.read();
  const isSame = before?.identifier === copy.identifier;
  if (isSame && before.timeline === copy.timeline) throw new NotDone('This site uses this database already.');
  // DATABASE_URL may name several hosts.
  const [at] = await db.sql<{ server: string | null }[]>`
    select host(inet_server_addr()) || ', port ' || inet_server_port() as server`;
  const older = isSame && copy.timeline < before.timeline ? 'an older copy, ' : '';
  const name = `the database ${copy.identifier} on timeline ${copy.timeline}${at?.server ? ` at ${at.server}` : ''}`;
  const earlier = before
    ? `This site has used the database ${before.identifier} on timeline ${before.timeline} so far.`
    : 'Nothing is known of what this site has used so far.';
  await confirm(
    `${earlier} This makes it use ${older}${name}. What only the other one has is lost to the site.`,
  );
  await memory.write({ ...copy, accepted: (before?.accepted ?? 0) + 1 });
  return {
    lines: [
      `The site uses ${name}.`,
      known.redisUrl === undefined
        ? 'Processes with this DATA_DIR learn it within seconds. Restart others, after this command on their machine.'
        : 'All processes with this REDIS_URL learn it within seconds.',
    ],
    data: { ...copy, before: before ?? null },
  };
}
