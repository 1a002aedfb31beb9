import { longSuite } from './test/kit/suite.ts';

/** The suite of the packages for bot developers, as they are installed. It needs npm's and Python's registry. */
export default longSuite('packages', {
  globalSetup: ['test/kit/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 600_000,
});
