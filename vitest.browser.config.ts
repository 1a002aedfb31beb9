import { longSuite } from './test/kit/suite.ts';

/** The suite in a real browser, on the real service. */
export default longSuite('browser', {
  globalSetup: ['test/kit/global-setup.ts'],
  testTimeout: 180_000,
});
