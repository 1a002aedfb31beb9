import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker';
import { beforeAll, describe, expect, test } from 'vitest';
import { cacheFolder } from '../../src/config/cache-folder.ts';
import { createLog } from '../../src/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { bundleWorkflows } from '../../src/workflows/worker/bundle.ts';
import { present } from '../kit/present.ts';

const FOLDER = join(import.meta.dirname, 'histories');
const { History } = proto.temporal.api.history.v1;
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.binpb'),
);

const bundles: { plain?: WorkflowBundle; traced?: WorkflowBundle } = {};
beforeAll(async () => {
  installTemporalRuntime(createLog('silent'));
  bundles.plain = await bundleWorkflows(cacheFolder(process.env));
  bundles.traced = await bundleWorkflows(cacheFolder(process.env), true);
});

function bundle(workflows: string): Promise<WorkflowBundle> {
  const workflowsPath = new URL(workflows, import.meta.url).pathname;
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
}

function read(file: string) {
  return History.decode(readFileSync(join(FOLDER, file)));
}

describe('a delivery that an earlier version of the code began', () => {
  test('is on record in every state that it can wait or end in', () => {
    expect(files.length).toBeGreaterThanOrEqual(9);
  });

  test.each(files)('goes on as it began with the code of today: %s', async (file) => {
    await Worker.runReplayHistory({ workflowBundle: present(bundles.plain) }, read(file), file);
  });

  test.each(files)('goes on as it began in a worker that exports traces: %s', async (file) => {
    await Worker.runReplayHistory({ workflowBundle: present(bundles.traced) }, read(file), file);
  });

  test('would be noticed if it did not: another workflow refuses these histories', async () => {
    const changed = await bundle('./changed-workflow.ts');
    for (const file of files) {
      await expect(Worker.runReplayHistory({ workflowBundle: changed }, read(file), file)).rejects.toThrow();
    }
  });
});
