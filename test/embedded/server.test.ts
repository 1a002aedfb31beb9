import { spawn } from 'node:child_process';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { spawnWatched } from '../../src/embedded/processes.ts';
import { keepServer } from '../../src/embedded/server.ts';
import { keepLog } from '../kit/kept-log.ts';
import { exists, until } from './processes.ts';

const silent = pino({ level: 'silent' });
const noted: number[] = [];

/** A server that is a line of shell. */
function server(script: string) {
  return {
    name: 'example',
    title: 'the example',
    endSignal: 'SIGTERM',
    launch: async () => spawnWatched('SIGTERM', '/bin/sh', ['-c', script]),
    note: (pid: number | undefined) => void noted.push(pid ?? 0),
    responds: async () => false,
    reasonIn: (lines: readonly string[]) => lines.join(' '),
    isFinal: () => false,
    log: silent,
  } as const;
}

describe('a server that is kept running', () => {
  test('is started again a little later each time, and the log says why', async () => {
    const enough = new AbortController();
    const { log, lines } = keepLog('warn', () => lines.length === 4 && enough.abort(new Error('enough')));
    const starting = keepServer({ ...server('echo its reason >&2; exit 3'), log, signal: enough.signal });
    await expect(starting).rejects.toThrow('enough');
    const ended = { child: 'example', msg: 'example ended; restarting it', code: 3, reason: 'its reason' };
    expect(lines).toMatchObject([100, 200, 400, 800].map((restartInMs) => ({ ...ended, restartInMs })));
  });

  test('is not started again when its end is final', async () => {
    let launched = 0;
    const init = server('echo no way >&2; exit 1');
    const launch = () => {
      launched += 1;
      return init.launch();
    };
    await expect(keepServer({ ...init, launch, isFinal: () => true })).rejects.toThrow('no way');
    expect(launched).toBe(1);
  });

  test('that is no program ends the start with a reason', async () => {
    const launch = async () => spawn('/nowhere/nothing', { stdio: ['ignore', 'ignore', 'pipe'] });
    const starting = keepServer({ ...server(''), launch, isFinal: () => true });
    await expect(starting).rejects.toThrow('ENOENT');
  });

  test('is asked to end first, and forced then', async () => {
    const script = 'trap "" TERM; while :; do sleep 0.05; done';
    const kept = await keepServer({ ...server(script), responds: async () => true });
    const pid = noted.at(-1) ?? 0;
    await kept.stop();
    expect(exists(pid)).toBe(false);
  }, 20_000);

  test('ends when it cannot be noted, as on a full disk: the next owner would not find it', async () => {
    let pid = 0;
    const note = (started: number | undefined) => {
      pid = started ?? 0;
      throw new Error('ENOSPC');
    };
    const starting = keepServer({ ...server('exec sleep 60'), note, isFinal: () => true });
    await expect(starting).rejects.toThrow('ENOSPC');
    await until('it has ended', () => !exists(pid));
  });
});
