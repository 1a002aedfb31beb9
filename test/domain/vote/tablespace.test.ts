import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { addVotes, makePastMonths, readPages } from '../../kit/vote-log.ts';

const START = new Date('2020-01-01');
const END = new Date('2021-01-01');
/** The command that operators copy. */
const MOVE = first(
  /do \$\$.*?end \$\$;/s.exec(
    readFileSync(join(import.meta.dirname, '../../../docs/operating/database.md'), 'utf8'),
  ) ?? [],
);

const service = await forFile(startOwnService());
const { services } = service;
const botId = (await given(services).listing().approved()).id;
await services.db.sql`update bots set owned_since = '2019-01-01' where id = ${botId}`;
await makePastMonths(services, START, END);
await addVotes(
  services,
  botId,
  Array.from({ length: 240 }, (_, index) => new Date(START.getTime() + index * 36 * 3_600_000)),
);
const session = await services.db.sql.reserve();
// As in `psql`, no statement has a time limit.
await session`set statement_timeout = 0`;
// A folder inside the cluster: the test does not know who runs the server.
await session`set allow_in_place_tablespaces = on`;
await session`create tablespace old_votes location ''`;
afterAll(async () => {
  // A tablespace belongs to the server, which other tests use, too.
  await session`drop table votes cascade`;
  await session`drop tablespace if exists old_votes`;
  session.release();
});

/** The partitions, and all of their indexes, that are in the tablespace. */
const moved = () => service.services.db.sql<{ name: string }[]>`
  select relname as name from pg_class where relkind = 'r'
    and reltablespace = (select oid from pg_tablespace where spcname = 'old_votes')
    and not exists (select from pg_index join pg_class index on index.oid = indexrelid
      where indrelid = pg_class.oid and index.reltablespace <> pg_class.reltablespace)
  order by 1`;

test('old months move to another disk by the documented command, while bots read the log and users vote', async () => {
  const { services } = service;
  const before = (await readPages(services, botId, 100)).flat();
  expect(before).toHaveLength(240);
  // Somebody holds a lock when the command begins: it waits, and tries again.
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = services.db.sql.begin(async (sql) => {
    await sql`lock table vote_months.votes_2020_06 in access share mode`;
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const moving = session.unsafe(MOVE);
  const done = moving.then(() => true);
  const during: unknown[] = [];
  for (let round = 0; round < 10; round += 1) {
    during.push((await readPages(services, botId, 1000)).flat());
    await castVote(services, botId, newUserId());
  }
  release.resolve();
  await holding;
  expect(await done).toBe(true);
  for (const log of during) expect((log as unknown[]).slice(-240)).toEqual(before);
  expect((await moved()).map(({ name }) => name)).toEqual([
    ...Array.from({ length: 12 }, (_, month) => `votes_2020_${String(month + 1).padStart(2, '0')}`),
    'votes_before',
  ]);
  expect((await readPages(services, botId, 100)).flat().slice(-240)).toEqual(before);
  // Again: there is nothing left to do.
  await session.unsafe(MOVE);
});
