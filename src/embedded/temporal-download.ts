import { TestWorkflowEnvironment } from '@temporalio/testing';

/*
 * Lets Temporal's SDK download its dev server: the arguments are a folder and versions, in order of preference. The SDK
 * downloads it only when it starts a server, so this starts one in memory and ends it. It does not matter whether that
 * server works.
 */

const [downloadDir = '', ...versions] = process.argv.slice(2);
let failure: unknown;
for (const version of versions) {
  try {
    const executable = { type: 'cached-download', downloadDir, version } as const;
    const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
    await environment.teardown();
    process.exit(0);
  } catch (error) {
    failure ??= error;
  }
}
process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`, () => process.exit(1));
