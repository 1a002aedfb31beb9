import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pino from 'pino';
import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EmbeddedDatabase, joinEmbeddedDatabase } from '../../src/embedded/database.ts';
import { choosePrograms, findPostgres, packagedPrograms } from '../../src/embedded/postgres-programs.ts';
import { isRoot, SERVER_USER, serverUser } from '../../src/embedded/postgres-user.ts';
import { present } from '../kit/present.ts';
import {
  cleanUp,
  exists,
  killNow,
  newFolder,
  postgresPid,
  startSubject,
  until,
  watchersOf,
} from './processes.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const log = pino({ level: 'silent' });
const opened: { sql: Sql[]; databases: EmbeddedDatabase[] } = { sql: [], databases: [] };
const leftovers: string[] = [];
let template: string;

beforeAll(async () => {
  template = join(newFolder(), 'data');
  const sql = connect(await start(template));
  await sql`create table item (id int primary key)`;
  await close();
});
afterEach(close);
afterAll(async () => {
  await cleanUp();
  for (const folder of leftovers) rmSync(folder, { recursive: true, force: true });
});

async function close(): Promise<void> {
  for (const sql of opened.sql.splice(0)) await sql.end({ timeout: 1 });
  for (const database of opened.databases.splice(0)) await database.stop();
}

/** A data folder as it is after a first run: making one takes seconds. */
function dataFolder(...below: string[]): string {
  const dataDir = join(newFolder(), ...below);
  mkdirSync(dataDir, { recursive: true });
  cpSync(join(template, 'database'), join(dataDir, 'database'), { recursive: true });
  return dataDir;
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await joinEmbeddedDatabase({ dataDir, searchPath: '', log });
  opened.databases.push(database);
  return database;
}

function connect(database: Pick<EmbeddedDatabase, 'options'>, max = 10): Sql {
  // As the service does: the driver's own pause before it connects again grows to 20 seconds.
  const sql = postgres({ ...database.options, max, onnotice: () => undefined, backoff: () => 0.25 });
  opened.sql.push(sql);
  return sql;
}

/** Inserts until told to stop, over reconnections; returns the rows that were acknowledged. */
function insertStream(sql: Sql): { acknowledged: number[]; stop(): Promise<void> } {
  const acknowledged: number[] = [];
  let going = true;
  let id = 0;
  const done = (async () => {
    while (going) {
      const next = id++;
      await sql`insert into item values (${next})`.then(
        () => acknowledged.push(next),
        // A pool that has ended refuses at once, and this loop must not keep the process busy for good.
        () => delay(1),
      );
    }
  })();
  return {
    acknowledged,
    stop: () => {
      going = false;
      return done;
    },
  };
}

async function expectAll(sql: Sql, acknowledged: number[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(0);
  const rows = await sql<{ id: number }[]>`select id from item`;
  const found = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
}

describe('the embedded database', () => {
  test('has every acknowledged row after its server was killed with kill -9, again and again', async () => {
    const dataDir = dataFolder();
    const database = await start(dataDir);
    const sql = connect(database);
    const stream = insertStream(sql);
    for (let round = 0; round < 3; round++) {
      const before = stream.acknowledged.length;
      await until('rows', () => stream.acknowledged.length > before + 20);
      // Connections may go on for a moment without their killed server, whose number stands in its file until then. The
      // next server begins with removing that file.
      const alive = () =>
        existsSync(join(dataDir, 'database/postmaster.pid'))
          ? [postgresPid(dataDir)].find((pid) => exists(pid))
          : undefined;
      await until('a process to kill', () => alive() !== undefined);
      process.kill(present(alive()), 'SIGKILL');
    }
    const before = stream.acknowledged.length;
    await until('rows after the last time', () => stream.acknowledged.length > before + 20);
    await stream.stop();
    await expectAll(sql, stream.acknowledged);
  });

  test('has every acknowledged row after its owner was killed with kill -9, and is there within seconds', async () => {
    const dataDir = dataFolder();
    const { process: owner, report } = await startSubject({ use: 'database', dataDir });
    const address = { host: present(report.address), port: 5432, database: 'postgres', username: 'postgres' };
    const stream = insertStream(connect({ options: address }));
    await until('rows', () => stream.acknowledged.length > 20);
    await killNow(owner);
    const startedAt = performance.now();
    const sql = connect(await start(dataDir));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(exists(present(report.serverPid))).toBe(false);
    await stream.stop();
    await expectAll(sql, stream.acknowledged);
  });

  test('ends with its owner, also when that one is killed with kill -9', async () => {
    const { process: owner, report } = await startSubject({ use: 'database', dataDir: dataFolder() });
    await killNow(owner);
    await until('it is gone', () => !exists(present(report.serverPid)));
  });

  test('that outlives its owner, since what watches was killed too, is ended by the next start', async () => {
    const dataDir = dataFolder();
    const { process: owner, report } = await startSubject({ use: 'database', dataDir });
    const server = present(report.serverPid);
    for (const pid of watchersOf(server)) process.kill(pid, 'SIGKILL');
    await killNow(owner);
    expect(exists(server)).toBe(true);
    const sql = connect(await start(dataDir));
    expect(exists(server)).toBe(false);
    await sql`insert into item values (1)`;
  });

  test('is shared by a service with commands, which leave it running', async () => {
    const dataDir = dataFolder();
    const owner = await startSubject({ use: 'database', dataDir });
    const joined = await start(dataDir);
    await connect(joined)`insert into item values (1)`;
    await joined.stop();
    expect(postgresPid(dataDir)).toBe(owner.report.serverPid);
    expect(await connect(await start(dataDir))`select id from item`).toEqual([{ id: 1 }]);
    await killNow(owner.process);
  });

  test('is opened by one command after the other', async () => {
    const dataDir = dataFolder();
    const first = await start(dataDir);
    let isFirstOver = false;
    const second = start(dataDir).then((database) => {
      expect(isFirstOver).toBe(true);
      return database;
    });
    await connect(first)`insert into item values (1)`;
    isFirstOver = true;
    await first.stop();
    expect(await connect(await second)`select id from item`).toEqual([{ id: 1 }]);
  });

  test('starts after a crash whose number another program has by now, and leaves that program alone', async () => {
    const dataDir = dataFolder();
    await (await start(dataDir)).stop();
    const user = serverUser(join(dataDir, 'database')) ?? {};
    const program = spawn('sleep', ['60'], { stdio: 'ignore', ...user });
    const record = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'));
    const server = { ...record.postgres.server, pid: program.pid };
    const postgres = { ...record.postgres, server };
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ ...record, postgres }));
    writeFileSync(join(dataDir, 'database/postmaster.pid'), `${program.pid}\n`);
    const sql = connect(await start(dataDir));
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(program.exitCode ?? program.signalCode).toBeNull();
    program.kill();
  });

  test('syncs what it acknowledges to the disk', async () => {
    const sql = connect(await start(dataFolder()));
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await sql`select current_setting(${name}) as is`).toEqual([{ is: 'on' }]);
    }
  });

  test('can be read and opened by nobody else, and listens on no port', async () => {
    const dataDir = dataFolder();
    const sql = connect(await start(dataDir));
    expect(await sql`show listen_addresses`).toEqual([{ listen_addresses: '' }]);
    const cluster = join(dataDir, 'database');
    expect(statSync(cluster).mode & 0o777).toBe(0o700);
    expect(statSync(join(cluster, '.s.PGSQL.5432')).mode & 0o777).toBe(0o700);
  });

  test('works in a folder whose path is too long for a socket', async () => {
    const database = await start(dataFolder('x'.repeat(60), 'y'.repeat(60)));
    const { host } = database.options;
    leftovers.push(host);
    expect(host.length).toBeLessThan(80);
    expect(statSync(host).mode & 0o777).toBe(0o700);
    expect(await connect(database)`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

/** A folder that no other user can enter, such as root's own. */
function closedFolder(): string {
  const folder = newFolder();
  chmodSync(folder, 0o700);
  return folder;
}

if (isRoot()) {
  describe('root, as whom PostgreSQL does not run,', () => {
    test('has the server run as a user who has nothing else, in its data folder', async () => {
      const dataDir = dataFolder();
      await start(dataDir);
      expect(statSync(`/proc/${postgresPid(dataDir)}`).uid).toBe(SERVER_USER.uid);
    });

    test('makes a data folder that this user can pass through, and nobody else', async () => {
      const dataDir = join(newFolder(), 'data');
      await start(dataDir);
      expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: SERVER_USER.gid });
      expect(statSync(dataDir).mode & 0o777).toBe(0o710);
    });

    test('has the data elsewhere, if that user cannot get to the data folder, and finds it again', async () => {
      const dataDir = join(closedFolder(), 'data');
      const first = await start(dataDir);
      const place = realpathSync(join(dataDir, 'database'));
      leftovers.push(dirname(place));
      expect(place).toMatch(/^\/var\/lib\/bot-listing\/database-\w+\/database$/);
      expect(statSync(dirname(place)).mode & 0o777).toBe(0o710);
      await connect(first)`create table kept (id int)`;
      await first.stop();
      expect(await connect(await start(dataDir))`select * from kept`).toEqual([]);
    });

    test('has programs that the user can read, although the package is in a folder of root', async () => {
      const [packaged] = await findPostgres('', undefined);
      const hidden = join(closedFolder(), 'package');
      const folder = join(dirname(present(packaged).server), '../..');
      cpSync(folder, hidden, { recursive: true, verbatimSymlinks: true });
      writeFileSync(join(hidden, 'package.json'), '{"version":"of-a-test"}');
      leftovers.push('/var/lib/bot-listing/postgresql-of-a-test');
      const copied = present(await packagedPrograms(hidden, SERVER_USER));
      expect(copied.server).toBe('/var/lib/bot-listing/postgresql-of-a-test/bin/postgres');
      expect(copied.major).toBe(packaged?.major);
    });

    test('leaves data to an ordinary user who made it, and the server runs as that user', async () => {
      const user = { uid: 65_534, gid: 65_534 };
      const dataDir = newFolder();
      chownSync(dataDir, user.uid, user.gid);
      const { process: parent } = await startSubject({ use: 'database', dataDir }, user);
      expect(statSync(`/proc/${postgresPid(dataDir)}`).uid).toBe(user.uid);
      await killNow(parent);
      await connect(await start(dataDir))`select 1`;
      expect(statSync(`/proc/${postgresPid(dataDir)}`).uid).toBe(user.uid);
    });

    test('and nobody else can connect', async () => {
      const { options } = await start(dataFolder());
      const connecting = `require('net').connect('${options.host}/.s.PGSQL.5432')`;
      const args = ['-e', `${connecting}.on('error', (error) => console.log(error.code))`];
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, args, { uid: 65_534, gid: 65_534, cwd: '/' });
      expect(stdout).toBe('EACCES\n');
    });
  });
}

test('without the package, PostgreSQL of the machine is taken, and without any a sentence names DATABASE_URL', async () => {
  const [packaged] = await findPostgres('', undefined);
  const folder = newFolder();
  const { server, initdb } = present(packaged);
  symlinkSync(server, join(folder, 'postgres'));
  symlinkSync(initdb, join(folder, 'initdb'));
  const found = await findPostgres(folder, undefined);
  expect(found.map((one) => one.server)).toContain(join(folder, 'postgres'));
  expect(() => choosePrograms([], 'x', undefined)).toThrow(
    /^There is no PostgreSQL for this machine: set DATABASE_URL to a PostgreSQL server, or install PostgreSQL /,
  );
});

describe('a start is refused at once, with a sentence, and changes nothing', () => {
  test('for the database of version 1.0, which was of another kind', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres'));
    await expect(start(dataDir)).rejects.toThrow(
      `The database in ${dataDir}/postgres is of version 1.0 of the service, and this version cannot read it. ` +
        'UPGRADING.md says how to take its data along. To begin with an empty database, remove the folder.',
    );
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('owner.'))).toEqual(['postgres']);
  });

  test('for a database of another version of PostgreSQL', async () => {
    const dataDir = dataFolder();
    const file = join(dataDir, 'database/PG_VERSION');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, '14\n');
    await expect(start(dataDir)).rejects.toThrow(
      /^The database in .*\/database is of PostgreSQL 14, and this machine has 1\d.*: install PostgreSQL 14, or move /,
    );
    writeFileSync(file, before);
    await start(dataDir);
  });

  test('for a link to a database that is gone', async () => {
    const dataDir = newFolder();
    symlinkSync('/nowhere/database', join(dataDir, 'database'));
    await expect(start(dataDir)).rejects.toThrow(
      `The database of ${dataDir} was in /nowhere/database, which is missing. Restore it, or remove the link ` +
        `${dataDir}/database to begin with an empty database.`,
    );
  });

  test('when PostgreSQL finds that another server uses the files', async () => {
    const dataDir = dataFolder();
    const user = serverUser(join(dataDir, 'database')) ?? {};
    const program = spawn('sleep', ['60'], { stdio: 'ignore', ...user });
    writeFileSync(join(dataDir, 'database/postmaster.pid'), `${program.pid}\n`);
    await expect(start(dataDir)).rejects.toThrow(
      /^PostgreSQL does not run in .*: lock file "postmaster.pid" already exists\. Is another postmaster /,
    );
    program.kill();
  });

  test('when its settings are wrong, such as those that somebody wrote by hand', async () => {
    const dataDir = dataFolder();
    writeFileSync(join(dataDir, 'database/postgresql.auto.conf'), "shared_buffers = 'many'\n");
    await expect(start(dataDir)).rejects.toThrow(
      /^PostgreSQL does not run in .*: configuration file .* errors\.$/,
    );
  });
});
