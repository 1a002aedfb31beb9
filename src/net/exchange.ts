import { createSecureContext, rootCertificates } from 'node:tls';
import { parseNetworks } from './address.ts';
import { type Connection, openConnection, UnansweredError, type WireRequest } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { dial, parseProxy } from './dial.ts';
import { createIdleConnections } from './idle-connections.ts';
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
  const idle = createIdleConnections();

  const vet = (url: string, { signal }: Deadline) => vetUrl(url, trusted, resolve, signal);

  /**
   * Sends over a kept connection if there is one, otherwise over a new one. Receivers close idle connections without
   * notice, perhaps while the request is on its way. If not one byte of a reply came, the request is sent once more, at
   * once and on a new connection. A request that fails on a new connection is not sent again.
   */
  async function sendOn(vetted: VettedTarget, wire: WireRequest, deadline: Deadline) {
    const kept = idle.take(vetted);
    if (kept !== undefined) {
      try {
        return await sendOver(kept, wire, deadline);
      } catch (error) {
        if (!(error instanceof UnansweredError)) throw error;
      }
    }
    const dialled = await dial(vetted, dialling, deadline);
    const fresh = openConnection(vetted.target, dialled, idleMs, idle.remove);
    return sendOver(fresh, wire, deadline);
  }

  async function sendOver(connection: Connection, wire: WireRequest, deadline: Deadline) {
    try {
      deadline.late = 'timeout';
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
        if (reply.body.readableEnded && idleMs > 0 && reply.broken === undefined) idle.keep(connection);
        else connection.destroy();
      }
    },
    close: idle.close,
  };
}
