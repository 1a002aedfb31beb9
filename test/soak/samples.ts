import { readdir, readFile } from 'node:fs/promises';
import type { Stack } from '../kit/stack.ts';

const MIB = 1024 * 1024;

/** What the service holds at one moment. */
export interface Sample {
  /** Since the first one, in seconds. */
  readonly at: number;
  /** Resident memory, in MiB. */
  readonly webMiB: number;
  readonly workerMiB: number;
  /** Open files and sockets. */
  readonly webHandles: number;
  readonly workerHandles: number;
  /** Connections to PostgreSQL but the test's own. */
  readonly connections: number;
  readonly databaseMiB: number;
  /** Of both processes. */
  readonly logLines: number;
  /** The time of a request for the health, in milliseconds: it includes delays of event loop and database. */
  readonly healthMs: number;
}

/** @returns a function that takes a sample */
export async function createSampler(stack: Stack): Promise<() => Promise<Sample>> {
  const [web, worker] = await Promise.all([childRunning('web'), childRunning('worker')]);
  const start = performance.now();
  return async () => {
    const asked = performance.now();
    await (await fetch(`${stack.url}/api/health`)).arrayBuffer();
    const healthMs = performance.now() - asked;
    const [row] = await stack.db.sql<{ connections: number; bytes: string }[]>`
      select pg_database_size(current_database()) as bytes, (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and datname = current_database()) as connections`;
    const lines = stack.parts.web.output() + stack.parts.worker.output();
    return {
      at: (asked - start) / 1000,
      webMiB: await residentMiB(web),
      workerMiB: await residentMiB(worker),
      webHandles: await handlesOf(web),
      workerHandles: await handlesOf(worker),
      connections: row?.connections ?? 0,
      databaseMiB: Number(row?.bytes) / MIB,
      logLines: lines.split('\n').length - 1,
      healthMs,
    };
  };
}

/** The table that a reader sees. */
export function printTable(samples: readonly Sample[], most = 40): void {
  const columns: (keyof Sample)[] = [
    ...(['at', 'webMiB', 'workerMiB', 'webHandles', 'workerHandles'] as const),
    ...(['connections', 'databaseMiB', 'logLines', 'healthMs'] as const),
  ];
  const every = Math.ceil(samples.length / most);
  const rows = samples.filter((_, index) => index % every === 0 || index === samples.length - 1);
  const lines = rows.map((row) =>
    columns.map((name) => row[name].toFixed(0).padStart(name.length)).join('  '),
  );
  process.stdout.write(`\n${[columns.join('  '), ...lines].join('\n')}\n`);
}

/** How much a value grows over these samples, by the line that fits them best. */
export function growthOf(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [middle, average] = [mean(samples.map(({ at }) => at)), mean(samples.map(value))];
  const products = samples.map((sample) => (sample.at - middle) * (value(sample) - average));
  const squares = samples.map(({ at }) => (at - middle) ** 2);
  return (mean(products) / mean(squares)) * ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0));
}

/** The child of this process that runs one half of the service. */
async function childRunning(role: string): Promise<number> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const [status, command] = await Promise.all([
        readFile(`/proc/${entry}/status`, 'utf8'),
        readFile(`/proc/${entry}/cmdline`, 'utf8'),
      ]);
      if (status.includes(`\nPPid:\t${process.pid}\n`) && command.endsWith(`src/main.ts\0${role}\0`)) {
        return Number(entry);
      }
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error(`No ${role} process runs.`);
}

async function residentMiB(pid: number): Promise<number> {
  const [, kib] = /\nVmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

async function handlesOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}
