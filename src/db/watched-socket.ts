import { connect, type Socket } from 'node:net';

const LOOK_EVERY_MS = 250;

/** What postgres.js tells of the server when it asks for a socket. */
interface Server {
  readonly host: readonly [string, ...string[]];
  readonly port: readonly [number, ...number[]];
  readonly path: string | false;
}

/** How long nothing may come from the server, in milliseconds. */
export interface Silence {
  /** After something was sent: longer than a statement may take. */
  readonly unansweredMs: number;
  /**
   * At any time: longer than a connection may be idle and a statement may take, both together. This is what counts under
   * TLS, where it cannot be seen what is sent when.
   */
  readonly anyMs: number;
}

/**
 * Makes the driver's sockets to the first host it names. A socket is closed when the server is silent for too long, and the
 * statements on it fail with CONNECTION_CLOSED. Otherwise a network that drops packets, or a server that stands still, would
 * hold them until the kernel gives up, which takes a quarter of an hour, or for ever. Neither the driver nor TCP's keepalive
 * has a limit for that: the latter does not count while something sent is not acknowledged.
 */
export function watchedSockets(silence: Silence): (server: Server) => Socket {
  return ({ host: [host], port: [port], path }) => {
    const socket = path ? connect(path) : connect(port, host);
    closeWhenSilent(socket, silence);
    // By this name the driver judges the server's certificate.
    return Object.assign(socket, { host, port });
  };
}

/**
 * Asks the socket instead of listening to it: under TLS its events go elsewhere, and the driver takes listeners away. Silence is
 * counted in looks, not in time: while this process stands still it cannot tell that the server is silent.
 */
function closeWhenSilent(socket: Socket, { unansweredMs, anyMs }: Silence): void {
  let bytes = 0;
  let bytesBeforeSending = -1;
  let silentLooks = 0;
  let unansweredLooks = 0;
  const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean;
  socket.write = (...sent: unknown[]) => {
    bytesBeforeSending = socket.bytesRead;
    return write(...sent);
  };
  const looking = setInterval(() => {
    const isSilent = socket.bytesRead === bytes;
    bytes = socket.bytesRead;
    silentLooks = isSilent ? silentLooks + 1 : 0;
    unansweredLooks = isSilent && bytesBeforeSending === bytes ? unansweredLooks + 1 : 0;
    if (unansweredLooks * LOOK_EVERY_MS >= unansweredMs || silentLooks * LOOK_EVERY_MS >= anyMs)
      socket.destroy();
    if (socket.destroyed) clearInterval(looking);
  }, LOOK_EVERY_MS).unref();
}
