import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { keepRunning, untilEnded } from '../../src/embedded/processes.ts';

describe('what is kept running', () => {
  test('is started again a little later each time, until it is to end', async () => {
    const enough = new AbortController();
    const pauses: number[] = [];
    let runs = 0;
    await keepRunning({
      run: async () => ++runs,
      onEnd(how, pauseMs) {
        expect(how).toBe(runs);
        pauses.push(pauseMs);
        if (runs === 4) enough.abort();
      },
      firstPauseMs: 2,
      signal: enough.signal,
    });
    expect(pauses).toEqual([2, 4, 8, 16]);
    expect(runs).toBe(4);
  });

  test('is not reported when it ends because it has to', async () => {
    const enough = new AbortController();
    await keepRunning({
      run: async () => enough.abort(),
      onEnd: () => expect.unreachable(),
      firstPauseMs: 2,
      signal: enough.signal,
    });
  });

  test('does not run at all once it is to end', async () => {
    const never = () => expect.unreachable();
    await keepRunning({ run: never, onEnd: never, firstPauseMs: 2, signal: AbortSignal.abort() });
  });
});

describe('the end of a process', () => {
  test('is told by its exit code, or by what kept it from starting', async () => {
    const wait = { signal: new AbortController().signal, askToEnd: () => undefined, graceMs: 1_000 };
    expect(await untilEnded(spawn('sh', ['-c', 'exit 3']), wait)).toEqual({ code: 3, signal: null });
    const missing = await untilEnded(spawn('/nowhere/nothing'), wait);
    expect(missing).toMatchObject({ code: null, signal: null, error: { code: 'ENOENT' } });
  });

  test('is asked for first and forced then', async () => {
    const enough = new AbortController();
    const child = spawn('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.05; done']);
    let asked = 0;
    const ended = untilEnded(child, {
      signal: enough.signal,
      askToEnd: () => {
        asked += 1;
        child.kill('SIGTERM');
      },
      graceMs: 100,
    });
    child.stdout.once('data', () => enough.abort());
    expect(await ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(asked).toBe(1);
  });
});
