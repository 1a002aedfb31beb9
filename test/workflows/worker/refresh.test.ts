import { beforeEach, expect, test } from 'vitest';
import { refreshListings } from '../../../src/workflows/worker/refresh.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { json, startPlatform } from '../../kit/platform.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, HOUR_MS } from '../../kit/time.ts';

const platform = await forFile(startPlatform());
const service = await forFile(startOwnService(platform.environment));

let rounds = 0;
/** New listings that follow the platform: the only ones that do, since the others stop, whose names they do not have. */
async function followers(count: number): Promise<string[]> {
  rounds += 1;
  const { sql } = service.services.db;
  await sql`update bots set follows_platform = false`;
  const ids = (await service.seed({ bots: count, users: 0 })).bots.map(({ id }) => id).sort();
  await sql`update bots set follows_platform = true, name = ${`Before ${rounds}`} where id = any(${ids})`;
  for (const id of ids) platform.add(id, { name: `BEFORE ${rounds}` });
  return ids;
}

async function namesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await service.services.db.sql<{ name: string }[]>`
    select name from bots where id = any(${[...ids]}) order by id`;
  return rows.map(({ name }) => name.replace(` ${rounds}`, ''));
}

beforeEach(() => service.services.db.sql`delete from jobs`);

const OPEN = new AbortController().signal;
const start = new Date();
/** A worker that looks after so many hours. @returns what it logs */
async function look(hours = 0, closing = OPEN, services = service.services): Promise<unknown[]> {
  const { log, lines } = keepLog();
  await refreshListings(at(services, after(start, hours * HOUR_MS)), log, closing);
  return lines;
}
const askedFor = (ids: readonly string[]) =>
  platform.asked.map((path) => path.split('/').at(-1) ?? '').filter((id) => ids.includes(id));
const AWAY = 'The chat platform does not respond. The refresh of listings continues in an hour.';

test('several workers refresh what is due once a day, any number of listings, each once and in order', async () => {
  const ids = await followers(25);
  await Promise.all([look(), look(), look()]);
  expect(askedFor(ids)).toEqual(ids);
  expect(new Set(await namesOf(ids))).toEqual(new Set(['BEFORE']));
  await look(23);
  expect(askedFor(ids)).toHaveLength(25);
  await look(25);
  expect(askedFor(ids)).toEqual([...ids, ...ids]);
}, 60_000);

test('a fault about one listing is logged, and those after it are refreshed', async () => {
  const ids = await followers(3);
  const { sql } = service.services.db;
  await sql.unsafe(`
    create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'secret'; end $$;
    create trigger refuse_one before update on bots for each row when (old.id = '${ids[1]}') execute function refuse_one()`);
  try {
    expect(await look()).toMatchObject([
      { level: 40, msg: 'A listing could not be refreshed. It is due again the next day.' },
    ]);
    expect(await namesOf(ids)).toEqual(['BEFORE', 'Before', 'BEFORE']);
  } finally {
    await sql.unsafe('drop trigger refuse_one on bots; drop function refuse_one()');
  }
}, 60_000);

test('listings that the platform does not answer about are passed over until the next day', async () => {
  const ids = await followers(3);
  platform.answers.set(`/applications/${ids[1]}`, json({}, 500));
  expect(await look()).toEqual([]);
  expect(await namesOf(ids)).toEqual(['BEFORE', 'Before', 'BEFORE']);
  platform.add(ids[1] ?? '', { name: `BEFORE ${rounds}` });
  await look(23);
  expect(await namesOf(ids)).toEqual(['BEFORE', 'Before', 'BEFORE']);
  await look(25);
  expect(await namesOf(ids)).toEqual(['BEFORE', 'BEFORE', 'BEFORE']);
});

test('a platform that is away is asked about three listings an hour, and all others follow when it is back', async () => {
  const ids = await followers(6);
  for (const id of ids) platform.answers.set(`/applications/${id}`, json({}, 429));
  expect(await look()).toMatchObject([{ level: 40, msg: AWAY }]);
  expect(askedFor(ids)).toEqual(ids.slice(0, 3));
  for (const id of ids) platform.add(id, { name: `BEFORE ${rounds}` });
  await look(0.9);
  expect(askedFor(ids)).toHaveLength(3);
  await look(1);
  expect(await namesOf(ids)).toEqual(['Before', 'Before', 'BEFORE', 'BEFORE', 'BEFORE', 'BEFORE']);
  await look(26);
  expect(new Set(await namesOf(ids))).toEqual(new Set(['BEFORE']));
});

test('a worker that stops ends where it is, and the next one goes on there at once', async () => {
  const ids = await followers(3);
  const stopping = new AbortController();
  platform.answers.set(`/applications/${ids[1]}`, () => stopping.abort());
  await look(0, stopping.signal);
  expect(await namesOf(ids)).toEqual(['BEFORE', 'Before', 'Before']);
  platform.add(ids[1] ?? '', { name: `BEFORE ${rounds}` });
  await look();
  expect(await namesOf(ids)).toEqual(['BEFORE', 'BEFORE', 'BEFORE']);
  expect(askedFor(ids)).toEqual([ids[0], ids[1], ids[1], ids[2]]);
});

test('when a worker dies in a batch, another one does that batch after the end of the lease', async () => {
  const ids = await followers(1);
  await service.services.db.sql`
    insert into jobs (name, due_at, leased_until, place)
    values ('refresh', ${start}, ${after(start, HOUR_MS / 6)}, ${ids[0] ?? ''})`;
  await look(0.1);
  await look(0.2);
  // The place was behind this listing.
  expect(askedFor(ids)).toEqual([]);
  await look(25);
  expect(askedFor(ids)).toEqual(ids);
});

test('a fault is logged without its text, and the refresh is tried again after the lease', async () => {
  const ids = await followers(1);
  const broken = { ...service.services, db: { ...service.services.db, orm: undefined } };
  expect(await look(0, OPEN, broken as never)).toEqual([
    { level: 40, fault: 'TypeError', msg: 'Listings could not be refreshed. The next run continues.' },
  ]);
  await look(0.1);
  expect(askedFor(ids)).toEqual([]);
  await look(0.2);
  expect(askedFor(ids)).toEqual(ids);
});

test('where look-ups are off or deliveries are held, nothing is refreshed, and it is due as soon as they are on', async () => {
  const ids = await followers(1);
  await look(0, OPEN, { ...service.services, platform: undefined } as never);
  await look(0, OPEN, { ...service.services, isHeld: () => true } as never);
  expect(askedFor(ids)).toEqual([]);
  await look(0);
  expect(askedFor(ids)).toEqual(ids);
});
