import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Deadline } from './deadline.ts';
import { type DialOptions, dial } from './dial.ts';
import type { VettedTarget } from './vet.ts';

/** How many connections may be kept in all. */
const MAX_IDLE = 64;
/** How many of them may lead to one origin, so that one busy receiver leaves places to others. */
const MAX_IDLE_PER_ORIGIN = 32;
/** If a receiver announces when it closes idle connections, they are not used in the last part of that time, in ms. */
const HINT_MARGIN_MS = 2000;

/** What a request tells the pool. */
export interface Destination {
  readonly vetted: VettedTarget;
  readonly deadline: Deadline;
}

/**
 * Node's pool of connections, one list for each origin. New connections go to vetted addresses only.
 *
 * A kept connection closes when its time is up, when the receiver ends it, and when the receiver sends anything. The
 * time is `idleMs`, or a shorter `Keep-Alive` hint of the receiver. With 0, no connection is kept.
 */
export class Pool extends Agent {
  readonly keepsAlive: boolean;
  readonly #dialling: DialOptions;
  /** The vetted address at the other end of each connection. */
  readonly #addresses = new WeakMap<Socket, string>();
  /** Oldest first. */
  readonly #idle = new Set<Socket>();
  #isClosed = false;

  constructor(dialling: DialOptions, idleMs: number) {
    super({
      keepAlive: idleMs > 0,
      timeout: idleMs,
      maxFreeSockets: MAX_IDLE_PER_ORIGIN,
      agentKeepAliveTimeoutBuffer: HINT_MARGIN_MS,
      // The other order, "lifo", may take a connection that was just destroyed.
      scheduling: 'fifo',
    });
    this.keepsAlive = idleMs > 0;
    this.#dialling = dialling;
  }

  /**
   * Closes idle connections to this origin that a request must not use: those that have ended, and those whose address
   * was not vetted for the request.
   */
  closeOthers(origin: string, addresses: readonly string[]): void {
    for (const socket of this.freeSockets[origin] ?? []) {
      if (!socket.writable || !addresses.includes(this.#addresses.get(socket) ?? '')) socket.destroy();
    }
  }

  override getName(destination?: object): string {
    return (destination as Destination).vetted.target.origin;
  }

  /** Node calls this when no connection to the origin is idle. */
  override createConnection(
    destination: object,
    opened?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const { vetted, deadline } = destination as Destination;
    dial(vetted, this.#dialling, deadline).then(
      ({ socket, address }) => {
        this.#addresses.set(socket, address);
        socket.once('close', () => this.#idle.delete(socket));
        opened?.(null, socket);
      },
      (error) => {
        // Node would keep an empty list for each origin that was never reached.
        const { origin } = vetted.target;
        if (this.sockets[origin]?.length === 0) Reflect.deleteProperty(this.sockets, origin);
        opened?.(error, undefined as never);
      },
    );
  }

  override keepSocketAlive(socket: Socket): boolean {
    // The types of Node say void. It is false when the receiver's hint leaves too little time.
    const mayKeep: unknown = super.keepSocketAlive(socket);
    if (this.#isClosed || !mayKeep) return false;
    this.#idle.add(socket);
    const [oldest] = this.#idle;
    if (this.#idle.size > MAX_IDLE) oldest?.destroy();
    return true;
  }

  override reuseSocket(socket: Socket, request: Parameters<Agent['reuseSocket']>[1]): void {
    this.#idle.delete(socket);
    super.reuseSocket(socket, request);
  }

  /** Closes all connections, and keeps none from now on. */
  override destroy(): void {
    this.#isClosed = true;
    super.destroy();
  }
}
