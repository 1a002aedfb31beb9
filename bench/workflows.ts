import { proxySinks } from '@temporalio/workflow';
import type { BenchSinks } from './deliveries.ts';

export { deliverVote } from '../src/workflows/deliver-vote.ts';

const { bench } = proxySinks<BenchSinks>();

/** The least a workflow can be: the baseline that deliveries are measured against. */
export async function noop(): Promise<void> {
  bench.done();
}
