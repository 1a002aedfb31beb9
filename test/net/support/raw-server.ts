import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A TCP server on loopback that keeps the exact bytes of requests and answers with exact bytes. */
export interface RawServer {
  readonly port: number;
  /** The bytes of every request received so far, one entry for each. */
  readonly requests: string[];
  /** Connections accepted so far. */
  connections(): number;
  /** Connections still open. */
  open(): number;
  close(): Promise<void>;
}

/** Answers one request whose head and body have arrived. */
export type Answer = (socket: Socket, request: string) => void;

/** Answers with fixed bytes, one for each character, and leaves the connection open. */
export function bytes(text: string): Answer {
  return (socket) => socket.write(text, 'latin1');
}

/** A plain 200 with a body. */
export const ok = bytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');

/** Starts the server; with `tls` options it speaks TLS. */
export async function startRawServer(
  answer: Answer,
  { tls, host = '127.0.0.1', port = 0 }: { tls?: TlsOptions; host?: string; port?: number } = {},
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let end = requestEnd(pending); end !== -1; end = requestEnd(pending)) {
        const request = pending.slice(0, end);
        pending = pending.slice(end);
        requests.push(request);
        answer(socket, request);
      }
    });
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('tlsClientError', () => {});
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => {}));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    close: () => closeAll(server, sockets),
  };
}

/** A CONNECT proxy on loopback. It records what it is asked for and always tunnels to one given port. */
export async function startProxy(
  tunnelTo: (authority: string) => number | undefined,
): Promise<{ port: number; asked: string[]; heads: string[]; close: () => Promise<void> }> {
  const asked: string[] = [];
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    track(socket);
    socket.once('data', (chunk) => {
      const head = chunk.toString('latin1');
      const authority = head.split(' ')[1] ?? '';
      heads.push(head);
      asked.push(authority);
      const port = tunnelTo(authority);
      if (port === undefined) {
        socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      const upstream = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      track(upstream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, asked, heads, close: () => closeAll(server, sockets) };
}

function requestEnd(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return -1;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head));
  const end = head + 4 + Number(length?.[1] ?? 0);
  return text.length >= end ? end : -1;
}

async function closeAll(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
}
