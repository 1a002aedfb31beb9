import { longSuite } from './test/kit/suite.ts';

/** The suite that kills processes, on parts of its own. Most of its time passes while it waits for their return. */
export default longSuite('faults', {
  fileParallelism: true,
  maxWorkers: 2,
  testTimeout: 600_000,
  hookTimeout: 600_000,
});
