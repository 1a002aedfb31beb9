import { longSuite } from './test/kit/suite.ts';

/** The suite in a real browser, on the real service. */
export default longSuite('browser', {
  globalSetup: ['test/kit/global-setup.ts'],
  fileParallelism: true,
  maxWorkers: 3,
  testTimeout: 180_000,
});
