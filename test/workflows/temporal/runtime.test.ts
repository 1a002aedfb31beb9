import { expect, test } from 'vitest';
import { createSdkLog } from '../../../src/workflows/temporal/runtime.ts';
import { keepLog } from '../../kit/kept-log.ts';

function sdk(level = 'warn') {
  const { log, lines } = keepLog(level);
  let now = 0;
  const write = createSdkLog(log, () => now);
  return {
    warn: (message: string, meta = {}) => write({ level: 'WARN', message, meta }),
    pass: (ms: number) => {
      now += ms;
    },
    told: () => lines.splice(0).map(({ level: _, ...line }) => line),
  };
}

test('lines of the SDK that differ only in numbers and ids are logged once a minute, with their count', () => {
  const { warn, pass, told } = sdk();
  const failed = (id: string) => warn(`Activity ${id} failed at attempt 3`, { workflowId: id });
  failed('01a200e8-ed0a-77e1-8dbe-ba14155284cf');
  failed('01a200e8-ed0a-77e1-8dbe-ba1415528400');
  failed('01a200e8-ed0a-77e1-8dbe-ba1415528401');
  warn('Workflow task failed', { error: new TypeError('secret') });
  expect(told()).toEqual([
    expect.objectContaining({ workflowId: '01a200e8-ed0a-77e1-8dbe-ba14155284cf', from: 'temporal' }),
    { from: 'temporal', fault: 'TypeError', msg: 'Workflow task failed' },
  ]);
  pass(60_000);
  failed('01a200e8-ed0a-77e1-8dbe-ba1415528402');
  expect(told()).toEqual([expect.objectContaining({ likeItSince: 2 })]);
});

test.each([
  'gRPC call poll_workflow_task_queue retried 8 times',
  'Network error while completing workflow activation: transport error',
])('what an outage makes the SDK say is there for debugging only: %s', (message) => {
  const usual = sdk();
  usual.warn(message);
  expect(usual.told()).toEqual([]);
  const debugging = sdk('debug');
  debugging.warn(message);
  expect(debugging.told()).toHaveLength(1);
});
