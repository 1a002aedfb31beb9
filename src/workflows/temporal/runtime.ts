import { DefaultLogger, type LogLevel, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { faultOf } from '../../lib/log.ts';
import { TOLD_AGAIN_MS } from './faults.ts';

/**
 * These lines are normal while a receiver is slow: its first attempt holds the workflow task, which starts again when
 * somebody queries the workflow meanwhile.
 */
const EXPECTED = /^\[TMPRL1104\]|^Tried to complete untracked local activity$/;
/**
 * While Temporal is away, the SDK writes these lines for each poller and each call (795 lines in 23 s). The outage has
 * a line of its own, so these are for debugging only.
 */
export const OF_OUTAGES =
  /^gRPC call \w+ retried|transport error|h2 protocol error|connection (refused|reset)/i;
const SDK_METRICS_TIMEOUT_MS = 1000;
/** How many shapes of lines are remembered. */
const SHAPES = 200;

/**
 * Sends the SDK's warnings to the log, and leaves signals to the service. Call it once, before any other use of the
 * SDK.
 *
 * @param metricsPort a free port of the loopback interface, where the SDK serves its metrics; without it, it keeps none
 */
export function installTemporalRuntime(log: Logger, metricsPort?: number): void {
  Runtime.install({
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
      ...(metricsPort !== undefined && {
        metrics: {
          prometheus: { bindAddress: `127.0.0.1:${metricsPort}`, useSecondsForDurations: true },
        },
      }),
    },
    logger: new DefaultLogger('WARN', createSdkLog(log)),
  });
}

/**
 * Reads the SDK's metrics in the Prometheus text format.
 *
 * @throws when the SDK does not respond within a second
 */
export async function readSdkMetrics(metricsPort: number): Promise<string> {
  const signal = AbortSignal.timeout(SDK_METRICS_TIMEOUT_MS);
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { signal });
  return await response.text();
}

/**
 * Limits the SDK's log lines: it writes one for each call, task and poller that fails.
 *
 * @param monotonicMs a monotonic clock, in milliseconds
 */
export function createSdkLog(log: Logger, monotonicMs = () => performance.now()) {
  const told = new Map<string, { at: number; held: number }>();
  return ({ level, message, meta }: { level: LogLevel; message: string; meta?: Record<string, unknown> }) => {
    if (EXPECTED.test(message)) return;
    const { workflowId, activityType, error } = meta ?? {};
    const fields = {
      from: 'temporal',
      workflowId,
      activityType,
      ...(error !== undefined && { fault: faultOf(error) }),
    };
    if (OF_OUTAGES.test(message) || (typeof error === 'string' && OF_OUTAGES.test(error))) {
      log.debug(fields, message);
      return;
    }
    // Lines that differ only in numbers and ids have one shape.
    const shape = `${level} ${message.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d+/gi, '#')}`;
    const before = told.get(shape);
    if (before && monotonicMs() - before.at < TOLD_AGAIN_MS) {
      before.held += 1;
      return;
    }
    told.delete(shape);
    told.set(shape, { at: monotonicMs(), held: 0 });
    const [oldest = ''] = told.keys();
    if (told.size > SHAPES) told.delete(oldest);
    const held = before && before.held > 0 ? { likeItSince: before.held } : {};
    log[level === 'ERROR' ? 'error' : 'warn']({ ...fields, ...held }, message);
  };
}
