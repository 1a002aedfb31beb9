import { Worker } from '@temporalio/worker';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

/**
 * A worker that runs workflow code at less cost. The only workflows here are the service's own, with a dozen
 * steps, so they do without what protects a worker from other people's code:
 *
 * - They run in a sandbox of the main thread. The SDK's thread of its own costs two messages for each activation, and
 *   40 MB.
 * - No watchdog stops code that never yields. It would start a thread for each of about twenty calls into the sandbox.
 * - No stack trace is kept for each promise. Only the query `__stack_trace` would need it. On the main thread the hook
 *   would see every promise of the process.
 *
 * docs/decisions/deliveries.md has the figures.
 */
export class DeliveryWorker extends Worker {
  protected static override createWorkflowCreator: (typeof Worker)['createWorkflowCreator'] = (
    bundle,
    options,
    logger,
  ) => {
    // The SDK installs its hooks once in a process, and takes these as installed.
    globalHandlers.installed = true;
    const light = { ...options, debugMode: true, isolateExecutionTimeoutMs: undefined as unknown as number };
    return super.createWorkflowCreator(bundle, light, logger);
  };
}
