import { longSuite } from './test/kit/suite.ts';

/** The suite of load that lasts, on parts of its own. */
export default longSuite('soak', {
  testTimeout: 4_000_000,
  hookTimeout: 600_000,
});
