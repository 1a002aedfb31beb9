import { once } from 'node:events';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** Statuses of gRPC. */
export const PERMISSION_DENIED = 7;
export const UNAUTHENTICATED = 16;

export interface GrpcProxy {
  readonly address: string;
  /** Gives the status with which a call is refused; undefined passes the call on. */
  refuse: (path: string) => number | undefined | Promise<undefined>;
  close(): Promise<void>;
}

/** Starts a proxy in front of a Temporal server that refuses some calls, as an authorizer does. */
export async function startGrpcProxy(target: string): Promise<GrpcProxy> {
  const upstream = connect(`http://${target}`);
  upstream.on('error', () => {});
  const sessions = new Set<{ destroy(): void }>();
  const server = createServer();
  server.on('session', (session) => void sessions.add(session));
  server.on('stream', async (stream, headers) => {
    stream.on('error', () => {});
    const status = await proxy.refuse(String(headers[':path']));
    if (stream.destroyed) return;
    if (status !== undefined) {
      const refusal = { 'content-type': 'application/grpc', 'grpc-status': String(status) };
      stream.respond({ ':status': 200, ...refusal, 'grpc-message': 'refused' }, { endStream: true });
      return;
    }
    const call = upstream.request({ ...headers, ':authority': target });
    call.on('error', () => stream.close());
    stream.on('close', () => call.close());
    call.on('response', (answer, flags) => {
      if (stream.destroyed) return;
      const isOver = (flags & 1) === 1;
      stream.respond(answer, { endStream: isOver, waitForTrailers: !isOver });
      if (isOver) return;
      let trailers = {};
      call.on('trailers', (sent) => {
        trailers = Object.fromEntries(Object.entries(sent).filter(([name]) => !name.startsWith(':')));
      });
      stream.on('wantTrailers', () => stream.sendTrailers(trailers));
      call.pipe(stream);
    });
    stream.pipe(call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: GrpcProxy = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: () => undefined,
    async close() {
      upstream.destroy();
      server.close();
      for (const session of sessions) session.destroy();
    },
  };
  return proxy;
}
