import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { faultOf } from '../../src/lib/log.ts';
import { forFile, startService } from '../kit/service.ts';

const { services } = await forFile(startService());

const caught = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );

test('the fault of a refused statement is its class and code, without the statement or what was passed', async () => {
  const secret = 'whsec_parameter';
  const error = await caught(services.db.sql`select ${secret}::text from no_such_table`);
  expect(String(error)).toContain('no_such_table');
  expect(faultOf(error)).toBe('PostgresError 42P01');
});

test('the fault of a constraint does not name the values that broke it', async () => {
  const error = await caught(
    services.db.sql`
      insert into bots (id, name, short_description, state, created_at) values ('whsec_value', 'n', 's', 'x', now())`,
  );
  expect(JSON.stringify(error)).toContain('whsec_value');
  expect(faultOf(error)).toBe('PostgresError 23514');
});

test('the fault of the query builder tells its cause, without the statement or the parameters in its message', async () => {
  const error = await caught(
    services.db.orm.execute(sql`select ${'whsec_parameter'}::text from no_such_table`),
  );
  expect(String(error)).toMatch(/no_such_table.*whsec_parameter/s);
  const fault = faultOf(error);
  expect(fault).toMatch(/^\w+, caused by PostgresError 42P01$/);
  expect(fault).not.toMatch(/no_such_table|whsec_|select/);
});

test('the fault of a connection does not name the address', async () => {
  const error = await caught(fetch('http://127.0.0.1:1/whsec_path'));
  const fault = faultOf(error);
  expect(fault).toMatch(/^TypeError/);
  expect(fault).not.toMatch(/127|whsec_/);
});

test.each([
  ['whsec_text', 'string'],
  [{ message: 'whsec_text' }, 'object'],
  [undefined, 'undefined'],
  [null, 'object'],
  [new Error('whsec_text'), 'Error'],
  [new RangeError('whsec_text', { cause: 'whsec_text' }), 'RangeError'],
  [Object.assign(new Error('whsec_text'), { code: { secret: 'whsec_text' } }), 'Error'],
  [Object.assign(new Error('whsec_text'), { code: 7 }), 'Error 7'],
])('of %j only the kind is told', (error, fault) => {
  expect(faultOf(error)).toBe(fault);
});

test('of two errors that are each the cause of the other, each is told once', () => {
  const error = new Error('first');
  error.cause = new RangeError('second', { cause: error });
  expect(faultOf(error)).toBe('Error, caused by RangeError');
});

function write(level: string, descriptor: 1 | 2) {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/lib/log.ts')).href;
  const program = `const { createLog } = await import('${module}');
    const log = createLog('${level}', ${descriptor}); log.info({ count: 2 }, 'Hello.'); log.debug('Not shown.');`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return { stdout, stderr };
}

test('a line is one JSON object with level, time, message and what was given, and nothing about the machine', () => {
  const { stdout, stderr } = write('info', 1);
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  const line = JSON.parse(stdout) as Record<string, unknown>;
  expect(line).toEqual({ level: 30, time: expect.any(String), count: 2, msg: 'Hello.' });
  expect(new Date(String(line.time)).toISOString()).toBe(line.time);
});

test('a log for standard error leaves standard output to the program', () => {
  const { stdout, stderr } = write('info', 2);
  expect(stdout).toBe('');
  expect(stderr).toContain('"msg":"Hello."');
});

test('a silent log writes nothing', () => {
  expect(write('silent', 1)).toEqual({ stdout: '', stderr: '' });
});
