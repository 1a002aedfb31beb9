import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newUserId } from '../../kit/ids.ts';
import { commandRun, serverOf, userOf } from './platform-objects.ts';

/** What the tests use of the package `ws`, which discord.js brings. */
export interface WebSocketServers {
  readonly WebSocketServer: new (options: {
    server: Server;
  }) => {
    on(event: 'connection', listener: (socket: Socket) => void): unknown;
    readonly clients: Iterable<Socket>;
  };
}

interface Socket {
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  send(text: string): void;
  terminate(): void;
}

/** The operations of Discord's gateway that the bots use. */
const DISPATCH = 0;
const HEARTBEAT = 1;
const IDENTIFY = 2;
const HELLO = 10;
const HEARTBEAT_TAKEN = 11;

/** Adds Discord's gateway, on which a bot gets its events, to a server. */
export function addGateway(server: Server, botId: string, { WebSocketServer }: WebSocketServers) {
  const sockets = new WebSocketServer({ server });
  const servers = [newUserId()];
  const ready = new Set<Socket>();
  let sequence = 0;
  const send = (socket: Socket, op: number, more: object) => socket.send(JSON.stringify({ op, ...more }));
  const dispatch = (socket: Socket, t: string, d: object) => send(socket, DISPATCH, { s: ++sequence, t, d });

  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { op } = JSON.parse(data.toString()) as { op: number };
      if (op === HEARTBEAT) send(socket, HEARTBEAT_TAKEN, {});
      if (op !== IDENTIFY) return;
      dispatch(socket, 'READY', {
        ...{ v: 10, user: userOf(botId, true), session_id: 'session', application: { id: botId, flags: 0 } },
        ...{ guilds: servers.map((id) => ({ id, unavailable: true })), private_channels: [], shard: [0, 1] },
        resume_gateway_url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
      });
      for (const id of servers) dispatch(socket, 'GUILD_CREATE', serverOf(id, botId));
      ready.add(socket);
    });
    send(socket, HELLO, { d: { heartbeat_interval: 20_000 } });
  });

  return {
    joinServer() {
      const id = newUserId();
      servers.push(id);
      for (const socket of ready) dispatch(socket, 'GUILD_CREATE', serverOf(id, botId));
      return servers.length;
    },
    runCommand(name: string, userId: string) {
      for (const socket of ready) dispatch(socket, 'INTERACTION_CREATE', commandRun(name, botId, userId));
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}
