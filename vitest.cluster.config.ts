import { longSuite } from './test/kit/suite.ts';

/** The suite on two web processes and two workers with all their servers. */
export default longSuite('cluster', {
  testTimeout: 600_000,
  hookTimeout: 900_000,
});
