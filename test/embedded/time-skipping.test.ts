import { fileURLToPath } from 'node:url';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { createTimeSkipping } from '../kit/time-skipping.ts';
import { sleepTwoHours } from './sleep-workflow.ts';

describe.skipIf(!inject('parts').timeSkipping)('The time-skipping server', () => {
  let environment: TestWorkflowEnvironment;
  beforeAll(async () => {
    installTemporalRuntime(createLog('error'));
    environment = await createTimeSkipping();
  });
  afterAll(() => environment?.teardown());

  /** Runs so many workflows, and waits for their results at once. */
  async function sleepers(count: number): Promise<number[]> {
    const taskQueue = `${count} sleep`;
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue,
      workflowsPath: fileURLToPath(new URL('./sleep-workflow.ts', import.meta.url)),
    });
    const execute = (_: unknown, index: number) =>
      environment.client.workflow.execute(sleepTwoHours, {
        taskQueue,
        workflowId: `${index} of ${taskQueue}`,
      });
    return worker.runUntil(() => Promise.all(Array.from({ length: count }, execute)));
  }

  test('a workflow that sleeps for two hours is done before this test exceeds its minute', async () => {
    expect((await sleepers(1))[0]).toBeGreaterThanOrEqual(7_200_000);
  });

  test('two hours pass, and not years, while a test waits for several workflows at once', async () => {
    for (const slept of await sleepers(8)) {
      expect(slept).toBeGreaterThanOrEqual(7_200_000);
      expect(slept).toBeLessThan(3 * 3_600_000);
    }
  });
});
