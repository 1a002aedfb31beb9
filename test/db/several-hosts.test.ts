import { createServer, type Socket } from 'node:net';
import { expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/client.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { present } from '../kit/present.ts';

const url = inject('environment').DATABASE_URL ?? '';
const testOnServer = test.skipIf(!url);

/** An address with other hosts in the place of the server's own. */
const withHosts = (hosts: string) =>
  `${url.replace(new URL(url).host, hosts)}${url.includes('?') ? '&' : '?'}target_session_attrs=primary`;

async function ask(hosts: string, options = {}): Promise<unknown> {
  const address = withHosts(hosts);
  const env = { DATABASE_URL: address, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
  const db = openDatabase({ url: present(readConfig(env).databaseUrl) }, 1, options);
  try {
    const [row] = await db.sql`select 1 as one`;
    return row?.one;
  } finally {
    await db.close();
  }
}

testOnServer(
  'of several hosts the one that responds is used, at its own port, wherever it stands',
  async () => {
    const { hostname, port } = new URL(url);
    const free = await freePort(0);
    expect(await ask(`127.0.0.1:${free},${hostname}:${port || 5432}`)).toBe(1);
    expect(await ask(`${hostname}:${port || 5432},127.0.0.1:${free}`)).toBe(1);
  },
);

testOnServer('each host is tried at the port that stands beside it', async () => {
  const asked: string[] = [];
  const listen = async (name: string) => {
    const server = createServer((socket: Socket) => {
      asked.push(name);
      socket.destroy();
    });
    return new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        server.unref();
        resolve((server.address() as { port: number }).port);
      });
    });
  };
  const [one, two] = [await listen('one'), await listen('two')];
  await expect(ask(`127.0.0.1:${one},127.0.0.1:${two}`)).rejects.toThrow();
  expect([...new Set(asked)]).toEqual(['one', 'two']);
});

testOnServer.each([
  { pool: 'of requests', options: { forRequests: true } },
  { pool: 'of a migration, which may wait for ever later', options: { isPatient: true } },
])(
  'a host that accepts connections and says nothing is passed over: in a pool $pool',
  async ({ options }) => {
    const { hostname, port } = new URL(url);
    const silent = createServer((socket) => void socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    silent.unref();
    const other = (silent.address() as { port: number }).port;
    expect(await ask(`127.0.0.1:${other},${hostname}:${port || 5432}`, options)).toBe(1);
  },
);
