import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../kit/loopback.ts';
import { startProgram } from './programs.ts';

const PROGRAM = 'scripts/receiver.ts';

test.each([
  [['--status', '99'], '--status takes a status of HTTP, 200 to 599.'],
  [['--status', '600'], '--status takes a status of HTTP, 200 to 599.'],
  [['--status', 'broken'], '--status takes a status of HTTP, 200 to 599.'],
  [['--status', '200.5'], '--status takes a status of HTTP, 200 to 599.'],
  [['--port', '65536'], '--port takes a port, 0 to 65535.'],
  [['--port', 'x'], '--port takes a port, 0 to 65535.'],
  [['--stauts', '500'], "Unknown option '--stauts'"],
])('the receiver refuses %j with one line', async (args, problem) => {
  const ended = promisify(execFile)(process.execPath, [PROGRAM, ...args]);
  const { code, stdout, stderr } = await ended.then(
    () => expect.fail('It started.'),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect({ code, stdout, lines: stderr.trimEnd().split('\n') }).toEqual({
    code: 2,
    stdout: '',
    lines: [expect.stringContaining(problem)],
  });
});

test('the receiver tells that its port is taken, and which option chooses another', async () => {
  const other = await listenOnLoopback(createServer());
  const program = startProgram([process.execPath, PROGRAM, '--port', new URL(other.origin).port], {});
  try {
    await program.printed(/EADDRINUSE.*: choose another --port\.\n$/);
    expect(program.output().split('\n')).toHaveLength(2);
  } finally {
    await program.stop();
    await other.close();
  }
});

test('the receiver responds with the status of --status, and 401 to a wrong secret', async () => {
  const args = ['--port', '0', '--status', '503', '--secret', 'right'];
  const program = startProgram([process.execPath, PROGRAM, ...args], {});
  try {
    const [, url = ''] = await program.printed(/Listening at (\S+)\n/);
    const send = async (secret: string) => {
      const signature = `sha256=${createHmac('sha256', secret).update('{}').digest('hex')}`;
      const headers = { authorization: secret, 'x-webhook-signature-256': signature };
      return (await fetch(url, { method: 'POST', headers, body: '{}' })).status;
    };
    expect([await send('right'), await send('wrong')]).toEqual([503, 401]);
  } finally {
    await program.stop();
  }
});
