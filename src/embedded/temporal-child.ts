import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithParent, failWith, receiveOptions, report, reportLog } from './child-side.ts';
import { lock } from './lock.ts';
import { freePort } from './ports.ts';
import { endProcess, identify } from './process-identity.ts';
import { readRecord, type TemporalRecord, writeRecord } from './temporal-record.ts';

/** What temporal.ts sends its child, the guard. */
export interface TemporalChildOptions {
  dataDir: string;
  cli: string;
  ports: TemporalRecord['ports'];
  searchAttributes: Record<string, string>;
}

const GRACE_MS = 4_000;
const FIRST_BACKOFF_MS = 200;
const LAST_BACKOFF_MS = 5_000;
const HEALTHY_AFTER_MS = 10_000;

async function run(): Promise<void> {
  const gone = new AbortController();
  let finished = Promise.resolve();
  endWithParent(() => {
    gone.abort();
    return finished;
  });
  const options = await receiveOptions<TemporalChildOptions>();
  report({ type: 'ready' });
  finished = guard(options, gone.signal);
  await finished;
}

async function guard(options: TemporalChildOptions, gone: AbortSignal): Promise<void> {
  const { dataDir } = options;
  const held = await lock(join(dataDir, 'temporal.lock'), { signal: gone }).catch((error: unknown) => {
    if (gone.aborted) return undefined;
    throw error;
  });
  if (!held) return;
  const before = readRecord(dataDir);
  // The guard of this server was killed. A server without a guard would outlive everybody, so it makes place.
  if (before?.server) await endProcess(before.server, GRACE_MS);

  let known = before?.ports;
  let backoffMs = FIRST_BACKOFF_MS;
  while (!gone.aborted) {
    const wanted = known ?? options.ports;
    const grpc = await freePort(wanted.grpc);
    const ports = { grpc, ui: await freePort(wanted.ui, grpc) };
    if (known && ports.grpc !== known.grpc) {
      reportLog('warn', 'the Temporal port is taken; the server moves to another', ports);
    }
    known = ports;
    const startedAt = Date.now();
    const ended = await serve(options, ports, gone);
    writeRecord(dataDir, ports);
    if (gone.aborted) break;
    if (Date.now() - startedAt > HEALTHY_AFTER_MS) backoffMs = FIRST_BACKOFF_MS;
    report({ type: 'failed', message: `the Temporal server ended (${ended})` });
    reportLog('warn', 'the Temporal server ended; restarting it', { ended, restartInMs: backoffMs });
    await delay(backoffMs, undefined, { signal: gone }).catch(() => undefined);
    backoffMs = Math.min(backoffMs * 2, LAST_BACKOFF_MS);
  }
  held.release();
}

/** Runs one server until it ends, by itself or because this process has to; returns why, in a few words. */
async function serve(
  options: TemporalChildOptions,
  ports: TemporalRecord['ports'],
  gone: AbortSignal,
): Promise<string> {
  const server = spawn(options.cli, serverArguments(options, ports), { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = ending(server);
  // Written in the same tick: a guard that is killed between the two would leave a server nobody knows.
  const identity = server.pid === undefined ? undefined : identify(server.pid);
  writeRecord(options.dataDir, ports, identity);

  let lastLine = '';
  createInterface({ input: server.stderr }).on('line', (line) => {
    lastLine = line.slice(0, 500) || lastLine;
    reportLog('debug', line);
  });
  const end = (): void => {
    server.kill('SIGTERM');
    setTimeout(() => server.kill('SIGKILL'), GRACE_MS).unref();
  };
  gone.addEventListener('abort', end);
  if (gone.aborted) end();
  const how = await exit;
  gone.removeEventListener('abort', end);
  return lastLine ? `${how}: ${lastLine}` : how;
}

async function ending(server: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(server, 'exit');
    return signal ? `signal ${signal}` : `exit code ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function serverArguments(options: TemporalChildOptions, ports: TemporalRecord['ports']): string[] {
  const attributes = Object.entries(options.searchAttributes);
  return [
    'server',
    'start-dev',
    ...['--db-filename', join(options.dataDir, 'temporal.db')],
    ...['--ip', '127.0.0.1', '--port', String(ports.grpc), '--ui-port', String(ports.ui)],
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
    ...['--log-level', 'error'],
    ...attributes.flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
  ];
}

if (import.meta.main) run().catch(failWith);
