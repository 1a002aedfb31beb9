import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { decode, encode } from 'dns-packet';

export interface NameServer {
  /** For `createTextRecords`. */
  readonly address: string;
  /** The TXT records by name. Other names do not exist. */
  readonly records: Map<string, string>;
  /** While true, no question is answered. */
  isSilent: boolean;
}

/** Starts a DNS server on loopback that knows TXT records. */
export async function startNameServer(parts: AsyncDisposableStack): Promise<NameServer> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  parts.defer(() => new Promise<void>((resolve) => socket.close(resolve)));
  const server: NameServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    records: new Map(),
    isSilent: false,
  };
  socket.on('message', (message, { port, address }) => {
    if (server.isSilent) return;
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name ?? '';
    const data = server.records.get(name);
    const answers = data === undefined ? [] : [{ type: 'TXT' as const, name, ttl: 1, data }];
    // 3: there is no such name (RFC 1035, section 4.1.1).
    const flags = data === undefined ? 3 : 0;
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address);
  });
  return server;
}
