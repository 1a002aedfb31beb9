import { connect, type Socket } from 'node:net';

const LOOK_EVERY_MS = 250;

/** The servers to which postgres.js wants a socket. */
interface Servers {
  readonly host: readonly [string, ...string[]];
  readonly port: readonly [number, ...number[]];
}

/** How postgres.js opens its sockets. */
export interface Sockets {
  /** @param refusals how many hosts could not be used since the connection was asked for; none without the patch */
  socket(servers: Servers, refusals?: number): Socket;
  /** The driver can use the server behind a socket: it responds, and it is the primary if that is asked for. */
  onready(socket: Socket): void;
}

/** How long the server may be silent, in milliseconds. */
export interface Silence {
  /** After data was sent to it: longer than a statement may take. */
  readonly unansweredMs: number;
  /**
   * At any time: longer than a connection may be idle plus the time of a statement. With TLS only this limit has an
   * effect, since it is not visible when data is sent.
   */
  readonly anyMs: number;
}

/** The host that could be used last, by the list of hosts: all pools of a process have one address. */
const usable = new Map<string, number>();

/**
 * Opens the driver's sockets. It begins with the host that could be used last, so a host that is away or silent costs
 * time once. Each further try goes to the next host.
 *
 * It closes a socket when the server is silent for too long. The statements on it then fail with CONNECTION_CLOSED.
 * Otherwise, if the network drops packets or the server hangs, statements would wait a quarter of an hour, until the
 * kernel gives up, or for ever. The driver has no limit for that. TCP keepalive has one, but not while sent data is
 * unacknowledged. A server that hangs does not end statements at their time limit either.
 *
 * @param silence undefined: the server may be silent for any time
 */
export function watchedSockets(silence: Silence | undefined): Sockets {
  const opened = new WeakMap<Socket, { readonly servers: string; readonly index: number }>();
  return {
    socket({ host: hosts, port: ports }, refusals = 0) {
      const servers = `${hosts} ${ports}`;
      const index = ((usable.get(servers) ?? 0) + refusals) % hosts.length;
      const [host = hosts[0], port = ports[0]] = [hosts[index], ports[index]];
      const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      opened.set(socket, { servers, index });
      if (silence) closeWhenSilent(socket, silence);
      // The driver checks the server's certificate against this name.
      return Object.assign(socket, { host, port });
    },
    onready(socket) {
      const found = opened.get(socket);
      if (found) usable.set(found.servers, found.index);
    },
  };
}

/**
 * Polls the socket instead of listening to its events: with TLS they go to another socket, and the driver removes
 * listeners. It counts polls instead of time: while this process hangs, silence says nothing about the server.
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
