import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { given } from '../kit/given.ts';
import { type OwnService, startOwnService } from '../kit/service.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';
/** An event trigger stands in for the disk when the probe tries to write. */
const FULL = `
  create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  create trigger full_disk before insert on votes for each row execute function full_disk();
  create function full_disk_for_all() returns event_trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
  create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function full_disk_for_all();`;
/** The probe tries to write once in this time. */
const TRY_MS = 1000;
const INSIDE = /disk|extend|insert|postgres|sql/i;

let service: OwnService;
beforeEach(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
afterEach(() => service.close());

const health = () => service.call('GET', '/api/health');
const statusSoon = () => expect.poll(async () => (await health()).status, { timeout: 15_000 });

async function castVote(): Promise<unknown> {
  const bot = await given(service.services).listing().approved();
  const answer = await service.graphql(CAST, { id: bot.id }, { cookie: await service.signIn() });
  return answer.errors?.[0]?.extensions?.code ?? 'accepted';
}

test('health is 503 from the first vote that a full disk refuses, until a write succeeds again', async () => {
  const { sql } = service.services.db;
  expect((await health()).status).toBe(200);
  await sql.unsafe(FULL);
  expect(await castVote()).toBe('INTERNAL_SERVER_ERROR');
  const answer = await health();
  expect(answer).toMatchObject({ status: 503, body: { status: 'unavailable', database: 'read-only' } });
  expect(answer.body.error).toBe('The database stores nothing at the moment: votes and reports fail.');
  expect(answer.body.error).not.toMatch(INSIDE);
  // What only reads goes on.
  expect((await service.call('GET', '/readyz')).status).toBe(200);
  // It stays so while the probe cannot write, without another vote.
  for (let time = 0; time < 3; time += 1) {
    await delay(TRY_MS);
    expect((await health()).status).toBe(503);
  }

  await sql.unsafe('drop event trigger full_disk; drop trigger full_disk on votes');
  await statusSoon().toBe(200);
  expect(await castVote()).toBe('accepted');
}, 60_000);

test('health is 503 while the database is read-only, before anybody votes, and 200 afterwards', async () => {
  const { sql } = service.services.db;
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  const setReadOnly = async (value: 'on' | 'off') => {
    await sql.begin('read write', async (transaction) => {
      await transaction.unsafe(`alter database "${row?.name}" set default_transaction_read_only = ${value}`);
    });
    // Connections get the setting when they begin.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${row?.name ?? ''} and pid <> pg_backend_pid()`;
  };
  await setReadOnly('on');
  await statusSoon().toBe(503);
  await expect.poll(async () => (await health()).body.database, { timeout: 15_000 }).toBe('read-only');
  await setReadOnly('off');
  await statusSoon().toBe(200);
});

test('a fault that says nothing about writes leaves health as it is', async () => {
  await service.services.db.sql.unsafe('alter table vote_windows rename to taken_away');
  expect(await castVote()).toBe('INTERNAL_SERVER_ERROR');
  expect((await health()).status).toBe(200);
});
