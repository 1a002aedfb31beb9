import { createSecureContext, rootCertificates } from 'node:tls';
import { parseNetworks } from './address.ts';
import { type Connection, openConnection, UnansweredError, type WireRequest } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { dial, parseProxy } from './dial.ts';
import type { Reply } from './reply.ts';
import { type Resolve, type VettedTarget, vetUrl } from './vet.ts';

export interface ExchangeOptions {
  readonly trustedNetworks: readonly string[];
  readonly proxy: string | undefined;
  readonly resolve: Resolve;
  readonly ca: string | undefined;
  readonly idleMs: number;
}

/** Exchanges a request for a reply, over new connections and over those kept from earlier requests. */
export interface Exchange {
  /** @throws UnsafeUrlError naming the first rule that the URL breaks */
  vet(url: string, deadline: Deadline): Promise<VettedTarget>;
  /**
   * Vets the URL, connects, sends the request and hands the reply to `read`. It keeps the connection if `read` reads
   * the whole reply.
   */
  send<T>(
    url: string,
    request: Omit<WireRequest, 'path'>,
    deadline: Deadline,
    read: (reply: Reply) => Promise<T>,
  ): Promise<T>;
  /** Closes all idle connections, and keeps none from now on. */
  close(): void;
}

/** How many connections may be kept in all. */
const maxIdle = 64;
/** How many of them may lead to one origin, so that one busy receiver leaves places to others. */
const maxIdlePerOrigin = 32;

/**
 * Opens nothing until the first request.
 *
 * @throws RangeError when a trusted network or the proxy URL cannot be read.
 */
export function createExchange({ trustedNetworks, proxy, resolve, ca, idleMs }: ExchangeOptions): Exchange {
  const trusted = parseNetworks(trustedNetworks);
  const dialling = {
    proxy: proxy === undefined ? undefined : parseProxy(proxy),
    secureContext: ca === undefined ? undefined : createSecureContext({ ca: [...rootCertificates, ca] }),
  };
  /** Connections that wait for the next request, oldest first. Each closes itself when it was idle for too long. */
  const idle = new Set<Connection>();
  let isClosed = false;

  const vet = (url: string, { signal }: Deadline) => vetUrl(url, trusted, resolve, signal);

  /** Takes a kept connection to this origin whose address was vetted for this request, if there is one. */
  function takeIdle({ target, addresses }: VettedTarget): Connection | undefined {
    for (const connection of idle) {
      if (connection.origin !== target.origin || !addresses.includes(connection.address)) continue;
      idle.delete(connection);
      if (!connection.isGone()) return connection;
    }
    return undefined;
  }

  /** Keeps a connection whose reply was read to its end. It closes the oldest connection when there are too many. */
  function keep(connection: Connection): void {
    if (connection.isGone()) return;
    idle.add(connection);
    const ofOrigin = [...idle].filter(({ origin }) => origin === connection.origin);
    const [oldest] = ofOrigin.length > maxIdlePerOrigin ? ofOrigin : idle.size > maxIdle ? idle : [];
    if (oldest === undefined) return;
    idle.delete(oldest);
    oldest.destroy();
  }

  /**
   * Sends over a kept connection if there is one, otherwise over a new one. Receivers close idle connections without
   * notice, perhaps while the request is on its way. If not one byte of a reply came, the request is sent once more, at
   * once and on a new connection. A request that fails on a new connection is not sent again.
   */
  async function sendOn(vetted: VettedTarget, wire: WireRequest, deadline: Deadline) {
    const kept = takeIdle(vetted);
    if (kept !== undefined) {
      try {
        return await sendOver(kept, wire, deadline);
      } catch (error) {
        if (!(error instanceof UnansweredError)) throw error;
      }
    }
    const dialled = await dial(vetted, dialling, deadline);
    const fresh = openConnection(vetted.target, dialled, idleMs, (gone) => idle.delete(gone));
    return sendOver(fresh, wire, deadline);
  }

  async function sendOver(connection: Connection, wire: WireRequest, deadline: Deadline) {
    try {
      return { connection, reply: await connection.send(wire, deadline.signal) };
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  return {
    vet,
    async send(url, request, deadline, read) {
      const vetted = await vet(url, deadline);
      const wire = { ...request, path: vetted.target.path };
      const { connection, reply } = await sendOn(vetted, wire, deadline);
      try {
        return await read(reply);
      } finally {
        if (reply.body.readableEnded && idleMs > 0 && !isClosed) keep(connection);
        else connection.destroy();
      }
    },
    close() {
      isClosed = true;
      for (const connection of idle) connection.destroy();
      idle.clear();
    },
  };
}
