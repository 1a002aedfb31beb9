import { spawn } from 'node:child_process';
import { Connection } from '@temporalio/client';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest';
import { type FolderOwner, findOwner, ownFolder } from '../../src/embedded/owner.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { identify } from '../../src/embedded/processes.ts';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../../src/embedded/temporal.ts';
import { present } from '../kit/present.ts';
import { cleanUp, exists, killNow, newFolder, startSubject, until, watchersOf } from './processes.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const log = pino({ level: 'silent' });
const running: EmbeddedTemporal[] = [];
const owners = new Map<string, FolderOwner>();
const cli = inject('parts').temporal;

afterEach(async () => {
  for (const temporal of running.splice(0)) await temporal.stop();
  for (const owner of owners.values()) owner.release();
  owners.clear();
});
afterAll(cleanUp);

async function ports(): Promise<{ grpc: number; ui: number }> {
  const grpc = await freePort(0);
  return { grpc, ui: await freePort(0, grpc) };
}

async function start(dataDir: string, wanted?: { grpc: number; ui: number }): Promise<EmbeddedTemporal> {
  // A process owns a folder once.
  owners.get(dataDir)?.release();
  const owner = await ownFolder(dataDir);
  owners.set(dataDir, owner);
  const temporal = await startEmbeddedTemporal({
    owner,
    cli: cli as string,
    log,
    ports: wanted ?? (await ports()),
    searchAttributes: { BotId: 'Keyword' },
  });
  running.push(temporal);
  return temporal;
}

function serverPid(dataDir: string): number | undefined {
  return findOwner(dataDir)?.temporal?.server?.pid;
}

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 1_000 });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!cli)('the embedded Temporal server', () => {
  test('takes the wanted ports when they are free, else others, and keeps them from start to start', async () => {
    const wanted = await ports();
    const [first, second] = [newFolder(), newFolder()];
    const one = await start(first, wanted);
    expect(one.address).toBe(`127.0.0.1:${wanted.grpc}`);
    expect((await fetch(one.uiUrl)).status).toBe(200);
    const two = await start(second, wanted);
    expect(two.address).not.toBe(one.address);
    await two.stop();
    expect((await start(second, wanted)).address).toBe(two.address);
  });

  test('comes back at the same address when the server is killed with kill -9', async () => {
    const dataDir = newFolder();
    const temporal = await start(dataDir);
    const before = serverPid(dataDir) as number;
    process.kill(before, 'SIGKILL');
    await until('another server', () => ![undefined, before].includes(serverPid(dataDir)));
    await until('it answers', () => answers(temporal.address));
  });

  test('ends with its owner, also when that one is killed with kill -9', async () => {
    const subject = {
      use: 'temporal',
      dataDir: newFolder(),
      cli: cli as string,
      ports: await ports(),
    } as const;
    const { process: owner, report } = await startSubject(subject);
    await killNow(owner);
    await until('it is gone', () => !exists(present(report.serverPid)));
  });

  test('is neither doubled nor blocked by one that outlives its owner, and comes back at its address', async () => {
    const dataDir = newFolder();
    const subject = { use: 'temporal', dataDir, cli: cli as string, ports: await ports() } as const;
    const { process: owner, report } = await startSubject(subject);
    const orphan = present(report.serverPid);
    for (const pid of watchersOf(orphan)) process.kill(pid, 'SIGKILL');
    await killNow(owner);
    expect(exists(orphan)).toBe(true);
    expect((await start(dataDir)).address).toBe(report.address);
    expect(exists(orphan)).toBe(false);
  });

  test('need not be waited for longer than wanted, and none is left then', async () => {
    const owner = await ownFolder(newFolder());
    const enough = new AbortController();
    const starting = startEmbeddedTemporal({ owner, cli: cli as string, log, signal: enough.signal });
    await until('its start', () => owner.noted.temporal?.server !== undefined);
    enough.abort(new Error('enough'));
    await expect(starting).rejects.toThrow('enough');
    expect(exists(owner.noted.temporal?.server?.pid ?? 0)).toBe(false);
    owner.release();
  });

  test('never ends a process that only has the number of its last server', async () => {
    const dataDir = newFolder();
    const innocent = spawn('sleep', ['60']);
    try {
      const pid = innocent.pid as number;
      const started = `${identify(pid)?.started} earlier`;
      const owner = await ownFolder(dataDir);
      owner.note({ temporal: { ports: await ports(), server: { pid, started } } });
      owner.release();
      await start(dataDir);
      expect(exists(pid)).toBe(true);
    } finally {
      innocent.kill();
    }
  });
});
