import { spawn } from 'node:child_process';
import { Connection } from '@temporalio/client';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { identify } from '../../src/embedded/processes.ts';
import { readTemporal, recordTemporal } from '../../src/embedded/records.ts';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../../src/embedded/temporal.ts';
import { cleanUp, exists, newFolder, until } from './processes.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const log = pino({ level: 'silent' });
const running: EmbeddedTemporal[] = [];
const cli = inject('parts').temporal;

afterEach(async () => {
  for (const temporal of running.splice(0)) await temporal.stop();
});
afterAll(cleanUp);

async function ports(): Promise<{ grpc: number; ui: number }> {
  const grpc = await freePort(0);
  return { grpc, ui: await freePort(0, grpc) };
}

async function start(dataDir: string, wanted?: { grpc: number; ui: number }): Promise<EmbeddedTemporal> {
  const temporal = await startEmbeddedTemporal({
    dataDir,
    cli: cli as string,
    log,
    ports: wanted ?? (await ports()),
    searchAttributes: { BotId: 'Keyword' },
  });
  running.push(temporal);
  return temporal;
}

function serverPid(dataDir: string): number | undefined {
  return readTemporal(dataDir)?.server?.pid;
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

  test('is neither doubled nor blocked by the orphan of a guard that was killed with kill -9', async () => {
    const dataDir = newFolder();
    const temporal = await start(dataDir);
    const orphan = serverPid(dataDir) as number;
    process.kill(temporal.guardPid as number, 'SIGKILL');
    await until('another server', () => ![undefined, orphan].includes(serverPid(dataDir)));
    expect(exists(orphan)).toBe(false);
    await until('it answers', () => answers(temporal.address));
  });

  test('never ends a process that only has the number of its last server', async () => {
    const dataDir = newFolder();
    const innocent = spawn('sleep', ['60']);
    try {
      const pid = innocent.pid as number;
      const started = `${identify(pid)?.started} earlier`;
      recordTemporal(dataDir, await ports(), { pid, started });
      await start(dataDir);
      expect(exists(pid)).toBe(true);
    } finally {
      innocent.kill();
    }
  });
});
