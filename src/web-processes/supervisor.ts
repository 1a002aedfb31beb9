import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { siteOf } from '../config/http.ts';
import { requireFreePort } from '../http/open-port.ts';
import { listenForOperators } from '../http/operators.ts';
import type { Readiness } from '../readiness.ts';
import type { Exposition } from '../telemetry/exposition.ts';
import { type Crew, openCrew } from './crew.ts';
import { createSupervisorMetrics } from './metrics.ts';
import { ask } from './questions.ts';
import { createTotals } from './totals.ts';

/** Scrapers usually wait ten seconds, and a process reads the database for up to three. */
const ANSWER_MS = 4000;
/** A process ends within six seconds after its drain. One that does not is killed. */
const ENDING_MS = 15_000;

/**
 * Runs `webProcesses` web processes on one port until a signal ends them. A second signal kills them. Metrics and
 * probes of all of them are on the metrics port of this process.
 *
 * @returns the exit code
 * @throws when a port is taken
 */
export async function superviseWebProcesses(config: Config, log: Logger): Promise<number> {
  await requireFreePort(config.http);
  if (config.metrics) await requireFreePort(config.metrics, 'METRICS_');
  const parts = new AsyncDisposableStack();
  const totals = createTotals();
  const crew = openCrew({
    size: config.webProcesses,
    graceMs: config.http.drainSeconds * 1000 + ENDING_MS,
    log,
    onEnd(worker, isExpected) {
      totals.end(worker.id);
      if (!isExpected) ends.inc();
    },
  });
  const { registry, ends } = createSupervisorMetrics(() => crew.serving().length);
  const readiness = createReadinessOf(crew);

  let isClosing = false;
  const close = (signal: string) => {
    if (isClosing) {
      crew.kill();
      process.exit(1);
    }
    isClosing = true;
    log.info({ signal }, 'Closing: the web processes finish the requests in progress.');
    readiness.drain();
    crew.stop();
  };
  process.on('SIGINT', close).on('SIGTERM', close);

  const exposition: Exposition = async () => {
    await Promise.all(
      crew.serving().map(async (worker) => {
        const values = await ask(worker, 'metrics', ANSWER_MS);
        if (values && !worker.isDead()) totals.take(worker.id, values);
      }),
    );
    const all = Registry.merge([await totals.read(), registry]);
    return { body: await all.metrics(), contentType: all.contentType };
  };
  if (config.metrics) await listenForOperators(config.metrics, { exposition, readiness }, log, parts);
  void crew.started.then((port) => {
    log.info({ site: siteOf(config, port), processes: config.webProcesses }, 'The service is ready.');
  });
  const exitCode = await crew.ended;
  await parts.disposeAsync();
  return exitCode;
}

/** Ready when all processes have started once, and then as long as each that serves is ready. */
function createReadinessOf(crew: Crew): Readiness {
  let isDraining = false;
  let hasStarted = false;
  void crew.started.then(() => {
    hasStarted = true;
  });
  return {
    drain() {
      isDraining = true;
    },
    async check() {
      const reports = await Promise.all(crew.serving().map((worker) => ask(worker, 'readiness', ANSWER_MS)));
      const isEachReady = reports.length > 0 && reports.every((report) => report?.ready);
      const hasDatabase = reports.length > 0 && reports.every((report) => report?.database === 'ok');
      return {
        ready: hasStarted && !isDraining && isEachReady,
        draining: isDraining,
        database: hasDatabase ? 'ok' : 'unavailable',
        processes: reports.length,
      };
    },
  };
}
