import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker';
import { beforeAll, describe, expect, test } from 'vitest';
import { cacheFolder } from '../../src/lib/cache-folder.ts';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { bundleWorkflows } from '../../src/workflows/worker/bundle.ts';

const FOLDER = join(import.meta.dirname, 'histories');
const { History } = proto.temporal.api.history.v1;
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.binpb'),
);

beforeAll(() => installTemporalRuntime(createLog('silent')));

function bundle(workflows: string): Promise<WorkflowBundle> {
  const workflowsPath = new URL(workflows, import.meta.url).pathname;
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
}

/** Replays all histories in one worker: a worker for each costs more than twice the CPU. @returns the error of each file */
async function replay(workflowBundle: WorkflowBundle): Promise<Map<string, Error | undefined>> {
  const histories = files.map((file) => ({
    workflowId: file,
    history: History.decode(readFileSync(join(FOLDER, file))),
  }));
  const errors = new Map<string, Error | undefined>();
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories))
    errors.set(workflowId, error);
  return errors;
}

const inOrder = (errors: ReadonlyMap<string, Error | undefined>) => [...errors.keys()].toSorted();

describe('what an earlier version of the code began: a delivery, a reminder, the sending of a notice, a refresh', () => {
  test('is on record in every state that it can wait or end in', () => {
    expect(files.length).toBeGreaterThanOrEqual(9);
  });

  test.each([
    ['the code of today', false],
    ['the code of today in a worker that exports traces', true],
  ])('goes on as it began with %s', async (_, isTraced) => {
    const errors = await replay(await bundleWorkflows(cacheFolder(process.env), isTraced));
    expect(inOrder(errors)).toEqual(files.toSorted());
    for (const [file, error] of errors) expect.soft(error, file).toBeUndefined();
  });

  test('would be noticed if it did not: another workflow refuses these histories', async () => {
    const errors = await replay(await bundle('./changed-workflow.ts'));
    expect(inOrder(errors)).toEqual(files.toSorted());
    for (const [file, error] of errors) expect.soft(error, file).toBeDefined();
  });
});
