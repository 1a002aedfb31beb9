import { longSuite } from './test/kit/suite.ts';

/** The suite that kills processes, on parts of its own. */
export default longSuite('faults', {
  testTimeout: 600_000,
  hookTimeout: 600_000,
});
