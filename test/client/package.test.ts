import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createClient } from '../../packages/client/src/index.ts';
import { minifiedSize } from './minified-size.ts';

const PACKAGE = resolve(import.meta.dirname, '../../packages/client');

test('all of the client has less than 6 kB, minified and with gzip, and brings no other package', async () => {
  const { bytes, files } = await minifiedSize(join(PACKAGE, 'src/index.ts'));
  expect(bytes).toBeLessThan(6000);
  expect(files.filter((path) => !path.startsWith('packages/client/src/'))).toEqual([]);
});

test('requests name the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const send = vi.fn(async (_: string, __: RequestInit) => Response.json({ server_count: 1 }));
  const options = { baseUrl: 'https://bots.example/', botId: '123456789012345678', token: 'blt_x' };
  await createClient({ ...options, fetch: send }).reportStats(1);
  const [url, { headers } = {}] = send.mock.lastCall ?? [];
  expect(url).toBe('https://bots.example/api/v1/bots/123456789012345678/stats');
  expect(headers).toMatchObject({ 'user-agent': `bot-listing-client/${version}` });
});
