import { writeFileSync } from 'node:fs';

/** Ends a check: sets the exit code, and writes its counts as the suites write theirs, for .ci/run to count. */
export function writeResults(passed: number, failed: number): void {
  if (process.env.RESULTS) {
    const counts = { numPassedTests: passed, numFailedTests: failed, numPendingTests: 0 };
    writeFileSync(process.env.RESULTS, JSON.stringify(counts));
  }
  process.exitCode = failed === 0 ? 0 : 1;
}
