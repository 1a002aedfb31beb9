import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';

/** What the system gives to whoever listens on port 0, as it gives it to connections. */
async function portOfTheSystem(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test('a free port is none that a connection may take before the server starts', async () => {
  for (let count = 0; count < 20; count++) {
    expect(await freePort(0)).toBeLessThan(32_000);
    expect(await portOfTheSystem()).toBeGreaterThan(32_000);
  }
});

test('a preferred port is found when it is free, and another one when it is taken or not wanted', async () => {
  const preferred = await freePort(0);
  expect(await freePort(preferred)).toBe(preferred);
  expect(await freePort(preferred, preferred)).not.toBe(preferred);
  const server = createServer().listen(preferred, '127.0.0.1');
  await once(server, 'listening');
  expect(await freePort(preferred)).not.toBe(preferred);
  server.close();
});
