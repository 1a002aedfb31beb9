import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** What stands between a client and a server on a network that may drop packets. */
export interface SilentProxy {
  readonly port: number;
  /**
   * From now on nothing passes on the connections there are, and clients are not told; new ones work. The server is told, since
   * the embedded one would wait a minute for the rest of a query.
   */
  fallSilent(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(target: NetConnectOpts): Promise<SilentProxy> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  const proxy = createServer((client) => {
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
  return {
    port: (proxy.address() as AddressInfo).port,
    fallSilent() {
      for (const [client, server] of pairs) {
        client.unpipe(server).pause();
        server.unpipe(client).destroy();
      }
    },
    async close() {
      proxy.close();
      for (const socket of [...pairs].flat()) socket.destroy();
    },
  };
}
