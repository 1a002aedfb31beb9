import { proxySinks } from '@temporalio/workflow';
import type { BenchSinks } from './deliveries.ts';

export { deliverVote } from '../src/workflows/deliver-vote.ts';

const { bench } = proxySinks<BenchSinks>();

/** The smallest possible workflow: the baseline for deliveries. */
export async function noop(): Promise<void> {
  bench.done();
}
