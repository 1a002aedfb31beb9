import { longSuite } from './test/kit/suite.ts';

/** The suite of the admin command, which starts a process for each command. */
export default longSuite('admin', {
  globalSetup: ['test/kit/global-setup.ts'],
  fileParallelism: true,
  maxWorkers: 3,
  testTimeout: 60_000,
});
