import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type GuardContext, report, reportLog, runGuard } from './guard.ts';
import { freePort } from './ports.ts';
import { endProcess, identify, keepRunning, untilEnded } from './processes.ts';
import { readTemporal, recordTemporal, type TemporalRecord } from './records.ts';

/** The options that temporal.ts sends to its child, the guard. */
export interface TemporalChildOptions {
  dataDir: string;
  cli: string;
  ports: TemporalRecord['ports'];
  searchAttributes: Record<string, string>;
}

const GRACE_MS = 4_000;
const FIRST_PAUSE_MS = 200;

async function serve({ options, closing, gone }: GuardContext<TemporalChildOptions>): Promise<void> {
  const served = keepServer(options, gone);
  closing.defer(() => served);
  await served;
}

async function keepServer(options: TemporalChildOptions, gone: AbortSignal): Promise<void> {
  const { dataDir } = options;
  const before = readTemporal(dataDir);
  // The guard of this server was killed. Without a guard, the server would never end, so stop it first.
  if (before?.server) await endProcess(before.server, { signal: 'SIGTERM', graceMs: GRACE_MS });

  report({ type: 'serving' });
  let known = before?.ports;
  await keepRunning({
    async run() {
      known = await choosePorts(options.ports, known);
      const ended = await runServer(options, known, gone);
      recordTemporal(dataDir, known);
      return ended;
    },
    onEnd(ended, restartInMs) {
      report({ type: 'failed', message: `the Temporal server ended (${ended})` });
      reportLog('warn', 'The Temporal server ended; restarting it.', { ended, restartInMs });
    },
    firstPauseMs: FIRST_PAUSE_MS,
    signal: gone,
  });
}

/** Prefers the ports of the previous server, so that clients need not search. */
async function choosePorts(
  configured: TemporalRecord['ports'],
  known: TemporalRecord['ports'] | undefined,
): Promise<TemporalRecord['ports']> {
  const wanted = known ?? configured;
  const grpc = await freePort(wanted.grpc);
  const ports = { grpc, ui: await freePort(wanted.ui, grpc) };
  if (known && ports.grpc !== known.grpc) {
    reportLog('warn', 'The Temporal port is taken; the server moves to another one.', ports);
  }
  return ports;
}

/** Runs a server until it ends, or until this process has to end. Returns the reason in a few words. */
async function runServer(
  options: TemporalChildOptions,
  ports: TemporalRecord['ports'],
  gone: AbortSignal,
): Promise<string> {
  const server = spawn(options.cli, serverArguments(options, ports), { stdio: ['ignore', 'ignore', 'pipe'] });
  const ending = untilEnded(server, {
    signal: gone,
    askToEnd: () => server.kill('SIGTERM'),
    graceMs: GRACE_MS,
  });
  // Written in the same tick: a guard that is killed between the two would leave an unknown server behind.
  const identity = server.pid === undefined ? undefined : identify(server.pid);
  try {
    recordTemporal(options.dataDir, ports, identity);
  } catch (error) {
    // As on a full disk. Nobody would find it again.
    server.kill('SIGTERM');
    await ending;
    throw error;
  }

  let lastLine = '';
  createInterface({ input: server.stderr }).on('line', (line) => {
    lastLine = line.slice(0, 500) || lastLine;
    reportLog('debug', line);
  });
  const { code, signal, error } = await ending;
  const how = error?.message ?? (signal ? `signal ${signal}` : `exit code ${code}`);
  return lastLine ? `${how}: ${lastLine}` : how;
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

if (import.meta.main) runGuard('temporal.lock', serve);
