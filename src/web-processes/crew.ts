import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { type Ending, HEALTHY_AFTER_MS, keepRunning, untilEnded } from '../embedded/keep-running.ts';
import { execArgvWithMemory } from '../memory-options.ts';
import { repeat } from '../repeat.ts';
import { ask } from './questions.ts';

const FIRST_PAUSE_MS = 100;
/** So many ends in a row, each soon after its start, are no accident. */
const MAX_FAILURES = 5;
/** How often the processes are asked whether they are alive, and how long they may be silent. */
const CHECK_MS = 5000;
const SILENT_MS = 10_000;

/** The web processes of one port. */
export interface Crew {
  /** Resolves with the port when all processes serve for the first time. It never does when they cannot start. */
  readonly started: Promise<number>;
  /** Resolves when all processes have ended, with the exit code of the service. */
  readonly ended: Promise<number>;
  /** The processes that accept requests now. */
  serving(): readonly Worker[];
  /** Sends SIGTERM to each process. Each finishes its requests. */
  stop(): void;
  /** Sends SIGKILL to each process. */
  kill(): void;
}

export interface CrewOptions {
  readonly size: number;
  /** How long a process may take to end, in milliseconds. After that it is killed. */
  readonly graceMs: number;
  /** A process has ended unexpectedly, or after {@link Crew.stop}. */
  readonly onEnd: (worker: Worker, isExpected: boolean) => void;
  readonly log: Logger;
}

/** One of the processes, and those that came before it in its place. */
interface Place {
  worker: Worker | undefined;
  /** When it began to accept requests, in milliseconds of `performance`. */
  servingSince: number | undefined;
  /** How many ended in a row, each soon after its start. */
  failures: number;
}

/**
 * Starts the processes, and starts each again when it ends. The first one migrates the database, and the others start
 * when it serves. Each runs this program with the arguments of this process.
 *
 * All end when none is healthy and one has failed five times in a row, or when the first one does not start at all: it
 * has said why.
 */
export function openCrew({ size, graceMs, onEnd, log }: CrewOptions): Crew {
  // Each process accepts connections itself. If this one handed them over, a client of a killed process would wait for
  // ever: Node keeps the connection that it was handing over.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Without JSON, since some metrics are not numbers until the first measurement.
  cluster.setupPrimary({ execArgv: execArgvWithMemory(), serialization: 'advanced' });
  const stopping = new AbortController();
  const started = Promise.withResolvers<number>();
  const places: Place[] = [];
  const keeping: Promise<void>[] = [];
  let exitCode = 0;

  const serving = () => places.filter(isServing).flatMap(({ worker }) => worker ?? []);

  function run(place: Place): Promise<Ending> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    place.worker = worker;
    worker.once('listening', ({ port }) => {
      place.servingSince = performance.now();
      while (places.length < size) add();
      if (places.every(isServing)) started.resolve(port);
    });
    // Its channel is closed by its end, which has an event of its own.
    worker.on('error', () => undefined);
    const askToEnd = () => void worker.process.kill('SIGTERM');
    return untilEnded(worker.process, { signal: stopping.signal, askToEnd, graceMs }).finally(() => {
      place.worker = undefined;
      place.servingSince = undefined;
      place.failures = performance.now() - startedAt > HEALTHY_AFTER_MS ? 0 : place.failures + 1;
      onEnd(worker, stopping.signal.aborted);
    });
  }

  function add(): void {
    const place: Place = { worker: undefined, servingSince: undefined, failures: 0 };
    places.push(place);
    keeping.push(
      keepRunning({
        run: () => run(place),
        onEnd: ({ code, signal, error }, restartInMs) => {
          const hasServed = places.length === size;
          if (!hasServed || (place.failures >= MAX_FAILURES && !places.some(isHealthy))) {
            log.fatal({ code, signal }, 'The web processes end soon after their start.');
            exitCode = 1;
            stopping.abort();
            return;
          }
          log.error(
            { code, signal, reason: error?.message, restartInMs },
            'A web process ended: restarting it.',
          );
        },
        firstPauseMs: FIRST_PAUSE_MS,
        signal: stopping.signal,
      }),
    );
  }

  /** A process whose event loop hangs keeps its share of the connections, and no probe meets it alone. */
  const watching = repeat(CHECK_MS, async () => {
    await Promise.all(
      serving().map(async (worker) => {
        if (await ask(worker, 'alive', SILENT_MS)) return;
        if (worker.isDead() || stopping.signal.aborted) return;
        log.error({ pid: worker.process.pid, seconds: SILENT_MS / 1000 }, 'A web process hangs: killing it.');
        worker.process.kill('SIGKILL');
      }),
    );
  });

  async function end(): Promise<number> {
    // Places are added while the first one runs.
    for (let count = 0; count < keeping.length; ) {
      count = keeping.length;
      await Promise.all(keeping);
    }
    void watching.close();
    return exitCode;
  }

  add();
  return {
    started: started.promise,
    ended: end(),
    serving,
    stop: () => stopping.abort(),
    kill() {
      for (const { worker } of places) worker?.process.kill('SIGKILL');
    },
  };
}

function isServing({ servingSince }: Place): boolean {
  return servingSince !== undefined;
}

function isHealthy({ servingSince, failures }: Place): boolean {
  if (servingSince === undefined) return false;
  return failures === 0 || performance.now() - servingSince > HEALTHY_AFTER_MS;
}
