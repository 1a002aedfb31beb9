import { longSuite } from './test/kit/suite.ts';

/** The suite in a real browser, on the real service. */
export default longSuite({
  include: ['test/browser/**/*.test.ts'],
  globalSetup: ['test/kit/global-setup.ts'],
  testTimeout: 180_000,
});
