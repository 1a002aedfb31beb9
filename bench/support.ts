import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { WorkerOptions } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { readConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/db/client.ts';
import type { WithDispatcher } from '../src/domain/delivery/claim.ts';
import type {
  WithClock,
  WithDatabase,
  WithRandom,
  WithSecrets,
  WithSender,
} from '../src/domain/kernel/needs.ts';
import { type FolderOwner, ownFolder } from '../src/embedded/owner.ts';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../src/embedded/temporal.ts';
import { findTemporalCli } from '../src/embedded/temporal-cli.ts';
import { createLog } from '../src/lib/log.ts';
import { createSender } from '../src/net/sender.ts';
import { startMigratedDatabase } from '../src/parts/database.ts';
import { openSecrets } from '../src/parts/secrets.ts';
import { createDeliveryMetrics } from '../src/telemetry/delivery-metrics.ts';
import { noticeWords } from '../src/web/words/notice-text.ts';
import { SEARCH_ATTRIBUTES } from '../src/workflows/search-attributes.ts';
import { createTemporalOutage } from '../src/workflows/temporal/faults.ts';
import { installTemporalRuntime } from '../src/workflows/temporal/runtime.ts';
import { openSession, type Session } from '../src/workflows/worker/session.ts';
import { makeFolder } from '../test/kit/folder.ts';

export const TASK_QUEUE = 'bench';

/** The services for votes and deliveries, with their own Temporal server and database. */
export interface Bench {
  readonly services: WithDatabase & WithSender & WithSecrets & WithClock & WithRandom & WithDispatcher;
  /** Process ids of the Temporal server and of the embedded database; 0 for one that does not exist. */
  readonly pids: readonly number[];
  /** Starts a worker, which delivers. */
  work(workerOptions: Partial<WorkerOptions>): Promise<Session>;
}

/**
 * Starts Temporal's dev server, as `npm start` does.
 *
 * @param owner of the folder that keeps its database
 * @throws when there is no Temporal CLI
 */
async function startTemporal(owner: FolderOwner, parts: AsyncDisposableStack): Promise<EmbeddedTemporal> {
  const log = createLog('warn', 2);
  const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bot-listing');
  const cli = await findTemporalCli({ path: process.env.PATH ?? '', cacheDir, log });
  if (!cli) throw new Error('This measurement needs the Temporal CLI: put it on PATH or install Go.');
  const temporal = await startEmbeddedTemporal({ owner, cli, log, searchAttributes: SEARCH_ATTRIBUTES });
  parts.defer(() => temporal.stop());
  return temporal;
}

/** Closes everything when somebody ends the measurement, so that no process stays behind. */
export function closeOnSignal(parts: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void parts.disposeAsync().finally(() => process.exit(1)));
  }
}

/** @param parts closes everything */
export async function openBench(parts: AsyncDisposableStack): Promise<Bench> {
  const log = createLog('warn', 2);
  const dataDir = await makeFolder('bench', parts);
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8' });
  const owner = await ownFolder(dataDir);
  parts.defer(() => owner.release());
  const temporal = await startTemporal(owner, parts);
  const db = openDatabase(await startMigratedDatabase(config, log, parts, owner), config.databasePoolSize);
  parts.defer(() => db.close());
  const now = () => new Date();
  const sender = createSender({ trustedNetworks: config.webhookTrustedNetworks, proxy: config.webhookProxy });
  parts.defer(() => sender.close());

  let session: Session | undefined;
  const services = {
    db,
    sender,
    secrets: await openSecrets(config, { db, now }),
    now,
    randomBytes,
    wakeDispatcher: () => session?.wake(),
    // No listing of a benchmark has a picture.
    checkPicture: async () => undefined,
    mailer: undefined,
    noticeWords,
    publicUrl: config.publicUrl,
  };
  return {
    services,
    pids: [owner.noted.temporal?.server?.pid ?? 0, owner.noted.postgres?.server.pid ?? 0],
    async work(workerOptions) {
      installTemporalRuntime(log);
      const opened = await openSession({
        location: { connection: { address: temporal.address }, namespace: 'default' },
        taskQueue: TASK_QUEUE,
        cacheDir: config.cacheDir,
        services,
        metrics: createDeliveryMetrics(new Registry()),
        outage: createTemporalOutage(log),
        log,
        workerOptions,
      });
      session = opened;
      const stop = Promise.withResolvers<void>();
      const running = opened.run(stop.promise);
      parts.defer(async () => {
        stop.resolve();
        await running;
        await opened.close();
      });
      return opened;
    },
  };
}

/** Counts events. `until` waits until the count reaches a number. */
export function counter() {
  let count = 0;
  let waiter: { target: number; resolve: () => void } | undefined;
  return {
    value: () => count,
    add() {
      count += 1;
      if (waiter && count >= waiter.target) waiter.resolve();
    },
    until: (target: number) =>
      new Promise<void>((resolve) => {
        waiter = { target, resolve };
        if (count >= target) resolve();
      }),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export const print = (line: string) => process.stdout.write(`${line}\n`);

/** Formats rows as a Markdown table whose columns line up. The first column is text, the others are figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (row: readonly string[]) => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
