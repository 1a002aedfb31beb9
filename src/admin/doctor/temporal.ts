import type { Config } from '../../config/config.ts';
import { machineClocks } from '../../db/clock.ts';
import { grpcDeadline } from '../../lib/grpc-deadline.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Below the time limit of a check, so that the reason is known when it ends. */
const TIMEOUT_MS = 4000;

/** Loads Temporal's SDK, which only some commands need. */
export async function loadTemporal() {
  const [{ connectTemporal, findTemporal }, { inspectTemporal }, { explainTemporal }] = await Promise.all([
    import('../../workflows/temporal/client.ts'),
    import('../../workflows/temporal/inspect.ts'),
    import('../../workflows/temporal/faults.ts'),
  ]);
  return { connectTemporal, explainTemporal, findTemporal, inspectTemporal };
}

/** Temporal responds, knows the search attributes of deliveries, and a worker takes them. */
export async function checkTemporal(config: Config): Promise<Finding[]> {
  if (config.holdsDeliveries) return [];
  const { connectTemporal, explainTemporal, findTemporal, inspectTemporal } = await loadTemporal();
  const location = findTemporal(config);
  if (!location) {
    const todo = 'Start the service, which runs one, or set TEMPORAL_ADDRESS.';
    return [warning('temporal', 'No Temporal dev server runs here.', todo)];
  }
  const { namespace } = location;
  const { taskQueue } = config;
  try {
    const temporal = await connectTemporal(location, TIMEOUT_MS);
    const state = await temporal.connection
      .withDeadline(grpcDeadline(TIMEOUT_MS), () =>
        inspectTemporal(temporal, taskQueue, new Date(machineClocks.wallMs())),
      )
      .finally(temporal.close);
    return [
      ok('temporal', `Temporal ${state.serverVersion} responds, and has the namespace "${namespace}".`),
      state.wrongAttributes.length === 0
        ? ok('search-attributes', 'Temporal knows the search attributes of deliveries.')
        : warning(
            'search-attributes',
            `These search attributes are missing or of another type: ${state.wrongAttributes.join(', ')}.`,
            'Start a worker, which adds them, or add them to the namespace yourself.',
          ),
      state.workers > 0
        ? ok('worker', `Workers that poll the task queue "${taskQueue}": ${state.workers}.`)
        : problem(
            'worker',
            `No worker polls the task queue "${taskQueue}", so no vote is delivered.`,
            'Start one (npm start -- worker), and compare TEMPORAL_TASK_QUEUE.',
          ),
    ];
  } catch (error) {
    const todo = 'Check TEMPORAL_ADDRESS and the server. Deliveries wait in the database until it responds.';
    return [problem('temporal', explainTemporal(error, namespace), todo)];
  }
}
