import { longSuite } from './test/kit/suite.ts';

/** The suite in a real browser, on the real service. */
export default longSuite('browser', {
  globalSetup: ['test/kit/global-setup.ts'],
  testTimeout: 180_000,
  // On a busy machine a click in Chromium sometimes does not get through. A fault of the service fails twice.
  retry: 1,
});
