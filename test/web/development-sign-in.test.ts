import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { useService } from '../contract/subject.ts';
import { visit } from './page.ts';

const key = Buffer.alloc(32, 1).toString('base64');
test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: '127.0.0.1' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ PUBLIC_URL: 'https://[::1]:3000/' }, true],
  [{ HOST: '192.168.1.2' }, false],
  [{ HOST: 'bots.example' }, false],
  [{ HOST: 'localhost.evil.example' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ DATABASE_URL: 'postgres://db/bots', ENCRYPTION_KEY: key }, false],
  [{ DATABASE_URL: 'postgres://db/bots', ENCRYPTION_KEY: key, HOST: '127.0.0.1' }, true],
  // A reverse proxy on the same machine: what looks like loopback is the whole world.
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'https://bots.example' }, false],
])('With %o, the development sign-in exists: %s', (environment, exists) => {
  expect(readConfig(environment).developmentSignIn).toBe(exists);
});

describe('Where the development sign-in does not exist', () => {
  const subject = useService(1, { HOST: '0.0.0.0' });

  test('neither its page, its form nor its sign-out is there', async () => {
    expect((await visit(subject.service, '/sign-in')).status).toBe(404);
    const form = { id: '309876543210987654', name: 'Anybody', return: '/' };
    const answer = await visit(subject.service, '/sign-in', { form });
    expect(answer.status).toBe(404);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await visit(subject.service, '/sign-out', { method: 'POST' })).status).toBe(404);
  });
});
