import { endWithParent, failWith, receiveOptions } from './guard.ts';

/** The options that temporal-download.ts sends to its child. */
export interface DownloadChildOptions {
  folder: string;
  versions: string[];
}

/**
 * Lets Temporal's SDK download its dev server into a folder. The SDK downloads it only when it starts a server, so this
 * starts one in memory and ends it. It does not matter whether that server works.
 */
async function run(): Promise<void> {
  // Nothing to close: the next process removes the folder of an unfinished download.
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
