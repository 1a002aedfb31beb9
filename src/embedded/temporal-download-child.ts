import { endWithParent, failWith, receiveOptions } from './child-side.ts';

/** What temporal-download.ts sends its child. */
export interface DownloadChildOptions {
  folder: string;
  versions: string[];
}

/**
 * Lets Temporal's SDK download its dev server into a folder. The SDK offers that only as the first half of starting a
 * server, so one is started, in memory, and ended; whether that worked out does not matter.
 */
async function run(): Promise<void> {
  // Nothing to close: what is half done when the parent goes is swept up with the folder.
  endWithParent(async () => undefined);
  const { folder, versions } = await receiveOptions<DownloadChildOptions>();
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  let failure: unknown;
  for (const version of versions) {
    try {
      const environment = await TestWorkflowEnvironment.createLocal({
        server: { executable: { type: 'cached-download', downloadDir: folder, version } },
      });
      await environment.teardown();
      process.exit(0);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

if (import.meta.main) run().catch(failWith);
