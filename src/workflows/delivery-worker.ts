import { Worker } from '@temporalio/worker';

/**
 * A worker without the SDK's watchdog, which starts a thread for each of the twenty or so calls into a workflow's
 * sandbox (100 µs and more each, measured). It guards against workflow code that never yields; the only workflow here
 * is this service's own, of a dozen steps.
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
