import { Worker } from '@temporalio/worker';

/**
 * A worker without the SDK's watchdog. The watchdog stops workflow code that never yields, and starts a thread for each
 * of about twenty calls into a workflow's sandbox (measured: at least 100 µs each). The only workflows here are the
 * service's own, with a dozen steps.
 */
export class DeliveryWorker extends Worker {
  protected static override createWorkflowCreator: (typeof Worker)['createWorkflowCreator'] = (
    bundle,
    options,
    logger,
  ) => {
    const withoutWatchdog = { ...options, isolateExecutionTimeoutMs: undefined as unknown as number };
    return super.createWorkflowCreator(bundle, withoutWatchdog, logger);
  };
}
