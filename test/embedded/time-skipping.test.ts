import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import { expect, inject, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { createTimeSkipping } from '../kit/time-skipping.ts';
import { sleepTwoHours } from './sleep-workflow.ts';

test.skipIf(!inject('parts').timeSkipping)(
  'a workflow that sleeps for two hours is done in seconds',
  async () => {
    installTemporalRuntime(createLog('error'));
    const environment = await createTimeSkipping();
    try {
      const startedAt = Date.now();
      const worker = await Worker.create({
        connection: environment.nativeConnection,
        taskQueue: 'sleep',
        workflowsPath: fileURLToPath(new URL('./sleep-workflow.ts', import.meta.url)),
      });
      const slept = await worker.runUntil(
        environment.client.workflow.execute(sleepTwoHours, { taskQueue: 'sleep', workflowId: 'sleep' }),
      );
      expect(slept).toBeGreaterThanOrEqual(7_200_000);
      expect(Date.now() - startedAt).toBeLessThan(30_000);
    } finally {
      await environment.teardown();
    }
  },
  120_000,
);
