import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { adminOf } from '../kit/admin.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { makeFolder } from '../kit/folder.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { keepLog } from '../kit/kept-log.ts';
import { findPostgres, type OwnPostgres, startPostgres } from '../kit/postgres.ts';
import { present } from '../kit/present.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { forFile, startService, type TestService } from '../kit/service.ts';
import { until } from '../kit/service-parts.ts';

/** As many as were sent again by a restored dump once. */
const WAITING = 24;
/** A dispatcher looks into the outbox four times a second. */
const SEVERAL_LOOKS_MS = 2500;
const clientProgram = (name: string) => present(globSync(`/usr/lib/postgresql/*/bin/${name}`).at(-1));
const run = promisify(execFile);

const parts = await forFile(new AsyncDisposableStack());
let program: string;
let primary: OwnPostgres;
let receiver: Receiver;
let temporal: string;
let folder: string;

beforeAll(async () => {
  installTemporalRuntime(createLog('error'));
  program = present(await findPostgres(process.env.PATH ?? ''));
  folder = await makeFolder('copies', parts);
  // Otherwise the data folder of root has a link to its database, and so has a copy of it.
  await chmod(folder, 0o711);
  receiver = await startReceiver();
  parts.defer(() => receiver.close());
  temporal = (await startDevServer(present(inject('parts').temporal), parts)).address;
  primary = await startPostgres(program, parts);
  await untilAnswers(primary.url);
  // A web process and no worker, so that its deliveries wait.
  await using service = await startOn(primary.url, 'original', 'web');
  const bot = await given(service.services).owner().listing().withWebhook(receiver.url).approved();
  for (let votes = 0; votes < WAITING; votes++) await castVote(service.services, bot.id, newUserId());
});

const environmentOf = (url: string, queue: string) => ({
  DATABASE_URL: url,
  // Each process has one of its own: nothing that is kept beside the database makes it the original.
  DATA_DIR: join(folder, randomUUID()),
  TEMPORAL_ADDRESS: temporal,
  TEMPORAL_TASK_QUEUE: queue,
  LOG_LEVEL: 'error',
});
const startOn = (url: string, queue: string, role: 'all' | 'web' | 'worker' = 'all', log = keepLog().log) =>
  startService(environmentOf(url, queue), role, log);
const untilAnswers = (url: string) =>
  until('PostgreSQL', async () => {
    const db = openDatabase({ url }, 1);
    await db.sql`select 1`.finally(() => db.close());
  });

/** The deliveries that came since the last call, with how often each came. */
async function arrived(count: number): Promise<Record<string, number>> {
  await receiver.until(count);
  await delay(SEVERAL_LOOKS_MS);
  const ids = receiver.received.splice(0).map(({ headers }) => String(headers['x-webhook-delivery']));
  return Object.fromEntries(
    Object.entries(Object.groupBy(ids, (id) => id)).map(([id, all]) => [id, all?.length ?? 0]),
  );
}
const onceEach = () => Array(WAITING).fill(1);

/** Restores a dump of the primary into a new cluster, with the commands of the documents. */
async function restoreDump(): Promise<string> {
  const dump = join(folder, 'bot-listing.dump');
  await run(clientProgram('pg_dump'), [
    '--format',
    'custom',
    '--no-unlogged-table-data',
    '--file',
    dump,
    primary.url,
  ]);
  const { url } = await startPostgres(program, parts);
  await untilAnswers(url);
  await run(clientProgram('pg_restore'), ['--exit-on-error', '--no-owner', '--dbname', url, dump]);
  return url;
}

async function expectHeld(service: TestService): Promise<void> {
  await delay(SEVERAL_LOOKS_MS);
  expect(receiver.received).toEqual([]);
  expect(await service.call('GET', '/api/health')).toMatchObject({
    status: 200,
    body: { deliveries: 'held' },
  });
  expect(await service.call('GET', '/readyz')).toMatchObject({ status: 200, body: { deliveries: 'held' } });
}

test('a restored dump sends nothing and says so first; released, it sends each waiting delivery once', async () => {
  const url = await restoreDump();
  const { log, lines } = keepLog();
  await using service = await startOn(url, 'released', 'all', log);
  await expectHeld(service);
  expect(lines[1]?.msg).toMatch(/^Deliveries, notices and emails are held: this database is a copy/);
  const port = (address: string) => new URL(address).port;
  expect(lines[2]?.msg).toMatch(
    new RegExp(`used at "\\d+/\\d+ \\S+:${port(primary.url)}", and is at "\\d+/\\d+ \\S+:${port(url)}" now`),
  );
  const admin = adminOf(environmentOf(url, 'released'));
  expect(await admin('deliveries', 'release', '--yes')).toMatchObject({ code: 0 });
  expect(Object.values(await arrived(WAITING))).toEqual(onceEach());
  expect(await service.call('GET', '/api/health')).toMatchObject({ body: { deliveries: 'ok' } });
});

test('a restored dump whose deliveries are cancelled sends none of them, whichever role starts first', async () => {
  const url = await restoreDump();
  await using web = await startOn(url, 'dropped', 'web');
  await expectHeld(web);
  await using _ = await startOn(url, 'dropped', 'worker');
  await expectHeld(web);
  const admin = adminOf(environmentOf(url, 'dropped'));
  expect(await admin('deliveries', 'cancel', '--all', '--yes')).toMatchObject({
    stdout: `Cancelled ${WAITING} deliveries and 0 notices.\n`,
  });
  await admin('deliveries', 'release', '--yes');
  await delay(SEVERAL_LOOKS_MS);
  expect(receiver.received).toEqual([]);
});

test('a base backup that is promoted for a drill is held', async () => {
  const drill = await startPostgres(program, parts, { standbyOf: primary.url });
  await promote(drill);
  await using service = await startOn(drill.url, 'drill');
  await expectHeld(service);
});

test('a standby that is promoted in the place of its primary sends what waits, once', async () => {
  const standby = await startPostgres(program, parts, { standbyOf: primary.url });
  await untilAnswers(standby.url);
  const hosts = [primary, standby].map(({ url }) => new URL(url).host).join(',');
  const both = `postgres://postgres@${hosts}/postgres?target_session_attrs=primary`;
  await (await startOn(both, 'original', 'web')).close();
  await until('replication', async () => {
    const db = openDatabase({ url: standby.url }, 1);
    const [row] = await db.sql<{ count: number }[]>`
      select array_length(places, 1) as count from instance`.finally(() => db.close());
    if ((row?.count ?? 0) < 2) throw new Error('The standby is behind.');
  });
  await primary.server.stop();
  await promote(standby);
  await using service = await startOn(both, 'original');
  expect(Object.values(await arrived(WAITING))).toEqual(onceEach());
  expect(await service.call('GET', '/api/health')).toMatchObject({ body: { deliveries: 'ok' } });
});

async function promote({ url }: OwnPostgres): Promise<void> {
  await untilAnswers(url);
  const db = openDatabase({ url }, 1);
  await db.sql`select pg_promote()`.finally(() => db.close());
}

test('a copied data folder of the embedded database is held, and its original is not', async () => {
  const [original, copy] = [join(folder, 'embedded'), join(folder, 'embedded-copy')];
  const startIn = (dataDir: string) =>
    startService({ DATABASE_URL: '', DATA_DIR: dataDir }, 'web', keepLog().log);
  const deliveriesIn = async (dataDir: string) => {
    await using service = await startIn(dataDir);
    return (await service.call('GET', '/api/health')).body.deliveries;
  };
  expect(await deliveriesIn(original)).toBe('ok');
  await run('cp', ['-a', original, copy]);
  expect(await deliveriesIn(copy)).toBe('held');
  expect(await deliveriesIn(original)).toBe('ok');
});
