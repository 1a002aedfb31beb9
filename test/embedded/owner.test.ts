import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOwner, ownFolder, tryOwnFolder } from '../../src/embedded/owner.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { identify } from '../../src/embedded/processes.ts';
import { makeFolder } from '../kit/folder.ts';
import { present } from '../kit/present.ts';
import { startProcess } from '../kit/process.ts';
import { forFile, startService } from '../kit/service.ts';
import { exists, killNow, newFolder, startSubject, until } from './processes.ts';

const opened = await forFile(new AsyncDisposableStack());
let folder: string;
beforeEach(async () => {
  folder = await makeFolder('owner', opened);
});

const recordOf = (dataDir: string) => join(dataDir, 'owner.json');

describe('the owner of a data folder', () => {
  test('is found until it gives the folder back, and the next one knows the ports of Temporal', () => {
    const owner = present(tryOwnFolder(folder, 'service'));
    const ports = { grpc: 7001, ui: 7002 };
    owner.note({ site: 'http://127.0.0.1:3000' });
    owner.note({ temporal: { ports } });
    expect(findOwner(folder)).toMatchObject({ kind: 'service', site: 'http://127.0.0.1:3000' });
    owner.release();
    expect(findOwner(folder)).toBeUndefined();
    const next = present(tryOwnFolder(folder, 'command'));
    expect(next.noted).toEqual({ temporal: { ports } });
    expect(findOwner(folder)?.site).toBeUndefined();
    next.release();
  });

  test('keeps others away, who are told its number and command, without its options', async () => {
    const owner = present(tryOwnFolder(folder, 'service'));
    expect(tryOwnFolder(folder, 'command')).toBeUndefined();
    const record = JSON.parse(readFileSync(recordOf(folder), 'utf8'));
    writeFileSync(recordOf(folder), JSON.stringify({ ...record, command: 'node src/main.ts web' }));
    await expect(ownFolder(folder)).rejects.toThrow(
      `The data folder ${folder} (DATA_DIR) is in use by the process ${process.pid} (node src/main.ts web). ` +
        'Stop it, or choose another folder. ' +
        'Processes share servers, not a folder: set DATABASE_URL, and TEMPORAL_ADDRESS for workers.',
    );
    owner.release();
    (await ownFolder(folder)).release();
  });

  test('waits for a command to end, if it is a service', async () => {
    const command = present(tryOwnFolder(folder, 'command'));
    let isOwned = false;
    const owning = ownFolder(folder).then((owner) => {
      isOwned = true;
      return owner;
    });
    // Longer than an owner needs to note who it is.
    await delay(1500);
    expect(isOwned).toBe(false);
    command.release();
    (await owning).release();
  });

  test('that was killed with kill -9 is none any more, and the next one knows of its servers', async () => {
    const dataDir = newFolder();
    const { process: killed, report } = await startSubject({ use: 'database', dataDir });
    expect(findOwner(dataDir)?.process.pid).toBe(killed.pid);
    await killNow(killed);
    expect(findOwner(dataDir)).toBeUndefined();
    const next = await ownFolder(dataDir);
    expect(next.noted.postgres?.server.pid).toBe(report.serverPid);
    next.release();
  }, 60_000);

  test('is not another program that has its number by now', async () => {
    const { pid, started } = present(identify(process.pid));
    const record = { dataDir: realpathSync(folder), kind: 'service', site: 'http://127.0.0.1:9' };
    const write = (startTime: string) =>
      writeFileSync(recordOf(folder), JSON.stringify({ ...record, process: { pid, started: startTime } }));
    write(started);
    expect(findOwner(folder)?.site).toBe('http://127.0.0.1:9');
    write(`${started} earlier`);
    expect(findOwner(folder)).toBeUndefined();
    (await ownFolder(folder)).release();
  });

  test.each(['', '{', '{}', 'null', '{"site":"x","process":{"pid":1}}'])(
    'is not told by the record %j',
    async (content) => {
      writeFileSync(recordOf(folder), content);
      expect(findOwner(folder)).toBeUndefined();
      const owner = await ownFolder(folder);
      expect(owner.noted).toEqual({});
      owner.release();
    },
  );

  test('knows nothing of the servers of the folder that its own is a copy of', async () => {
    const original = present(tryOwnFolder(folder, 'service'));
    original.note({ postgres: { cluster: 'x', server: present(identify(process.pid)) } });
    const copy = await makeFolder('copy', opened);
    cpSync(recordOf(folder), recordOf(copy));
    const owner = await ownFolder(copy);
    expect(owner.noted).toEqual({});
    owner.release();
    original.release();
  });
});

describe('a service on the embedded database', () => {
  const settings = () => ({ DATABASE_URL: '', ENCRYPTION_KEY: '', DATA_DIR: folder, PORT: '0' });

  test('is found while it runs, with the port that the system chose', async () => {
    const service = await startService(settings());
    expect(findOwner(folder)?.site).toBe(service.url);
    await expect(startService(settings())).rejects.toThrow(`is in use by the process ${process.pid} (`);
    await service.close();
    expect(findOwner(folder)).toBeUndefined();
  }, 60_000);

  /** Starts the service as its users do. */
  function start() {
    const child = spawn(process.execPath, ['src/main.ts', 'web'], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    opened.defer(() => void child.kill('SIGKILL'));
    return { child, ended: once(child, 'exit'), stdout: text(child.stdout), stderr: text(child.stderr) };
  }

  test('wins alone when two start at once, and the other one says in one line who has the folder', async () => {
    const both = [start(), start()];
    const [loser, code] = await Promise.race(both.map(async (one) => [one, (await one.ended)[0]] as const));
    const winner = present(both.find((one) => one !== loser));
    expect(code).toBe(1);
    expect(await loser.stderr).toMatch(
      new RegExp(
        `^The service cannot start: The data folder ${folder} \\(DATA_DIR\\) is in use by ` +
          `the process ${winner.child.pid} \\(node src/main\\.ts web\\)\\. .*\\n$`,
      ),
    );
    await until('the other one serves', () => findOwner(folder)?.site !== undefined, 60_000);
    winner.child.kill('SIGTERM');
    await winner.ended;
  }, 120_000);

  test.each([
    ['while its database is made', 'database.unfinished'],
    ['while its database starts', 'database/postmaster.pid'],
  ])(
    'leaves no program behind when a signal ends it %s',
    async (_, name) => {
      const { child, ended } = start();
      await until('that time', () => existsSync(join(folder, name)), 60_000);
      child.kill('SIGTERM');
      await ended;
      const programs = () => execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n');
      await until('its programs have ended', () => !programs().some((line) => line.includes(folder)));
    },
    120_000,
  );

  test('stops with all that it has started', async () => {
    const port = String(await freePort(0));
    const service = await startProcess({ DATA_DIR: folder, PORT: port, LOG_LEVEL: 'warn' });
    const servers = () => {
      const { postgres, temporal } = findOwner(folder) ?? {};
      return [postgres?.server.pid, temporal?.server?.pid].filter((pid) => pid !== undefined);
    };
    await until('its servers', () => servers().length > 0);
    const pids = servers();
    expect(await service.stop()).toBe(0);
    expect(pids.filter(exists)).toEqual([]);
  }, 120_000);
});
