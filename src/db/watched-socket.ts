import { connect, type Socket } from 'node:net';

const LOOK_EVERY_MS = 1000;

/** What postgres.js tells of the server when it asks for a socket. */
interface Server {
  readonly host: readonly [string, ...string[]];
  readonly port: readonly [number, ...number[]];
  readonly path: string | false;
}

/**
 * Makes the driver's sockets to the first host it names. One from which nothing comes for a while is closed, and what waits for an answer on it fails
 * with CONNECTION_CLOSED: a network that drops packets without a word, or a proxy that stands still, would otherwise hold
 * every statement on the connection until the kernel gives up, which takes a quarter of an hour, or for ever. Neither the
 * driver nor TCP's keepalive has a limit for that: the latter does not count while something sent is not acknowledged.
 *
 * @param maxSilenceMs longer than a connection may be idle and a statement may take, both together, in milliseconds
 */
export function watchedSockets(maxSilenceMs: number): (server: Server) => Socket {
  return ({ host: [host], port: [port], path }) => {
    const socket = path ? connect(path) : connect(port, host);
    closeWhenSilent(socket, maxSilenceMs);
    // By this name the driver judges the server's certificate.
    return Object.assign(socket, { host, port });
  };
}

/** Asks the socket instead of listening to it: under TLS its events go elsewhere, and the driver takes listeners away. */
function closeWhenSilent(socket: Socket, maxSilenceMs: number): void {
  let bytes = 0;
  /** Counted in looks, not in time: while this process stands still it cannot tell that the server is silent. */
  let silentLooks = 0;
  const looking = setInterval(() => {
    silentLooks = socket.bytesRead === bytes ? silentLooks + 1 : 0;
    bytes = socket.bytesRead;
    if (silentLooks * LOOK_EVERY_MS >= maxSilenceMs) socket.destroy();
    if (socket.destroyed) clearInterval(looking);
  }, LOOK_EVERY_MS).unref();
}
