import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { startDatabase } from './database.ts';

/** A proxy between a client and a server, which can drop all packets as a broken network does. */
export interface SilentProxy {
  readonly port: number;
  /**
   * Nothing passes any more on the present connections, and clients are not told. New connections work.
   */
  fallSilent(): void;
  /** As {@link SilentProxy.fallSilent}, and new connections are accepted and hear nothing either, until `close`. */
  stayAway(): void;
  close(): Promise<void>;
}

/**
 * Starts a database that can fall silent.
 *
 * @param parts stops it
 * @returns the URL of a proxy in front of it
 */
export async function startSilentDatabase(
  parts: AsyncDisposableStack,
): Promise<{ proxy: SilentProxy; url: string }> {
  const url = new URL((await startDatabase('with tables', parts)).url);
  const proxy = await startSilentProxy({ host: url.hostname, port: Number(url.port || 5432) });
  parts.defer(() => proxy.close());
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}

async function startSilentProxy(target: NetConnectOpts): Promise<SilentProxy> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  const unheard = new Set<Socket>();
  let isAway = false;
  const proxy = createServer((client) => {
    if (isAway) {
      unheard.add(client.on('error', () => client.destroy()));
      return;
    }
    const server = connect(target);
    pairs.add([client, server]);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.pipe(to);
      from.on('error', () => from.unpipe(to).end());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  function fallSilent(): void {
    for (const [client, server] of pairs) {
      client.unpipe(server).pause();
      server.unpipe(client).destroy();
    }
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    fallSilent,
    stayAway() {
      isAway = true;
      fallSilent();
    },
    async close() {
      proxy.close();
      for (const socket of [...[...pairs].flat(), ...unheard]) socket.destroy();
    },
  };
}
