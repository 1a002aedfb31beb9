import { createSecureContext, rootCertificates } from 'node:tls';
import { parseNetworks } from './address.ts';
import type { Deadline } from './deadline.ts';
import { parseProxy } from './dial.ts';
import { Pool } from './pool.ts';
import type { Reply } from './reply.ts';
import { sendRequest, type WireRequest } from './request.ts';
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
    request: WireRequest,
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
  const pool = new Pool(dialling, idleMs);

  const vet = (url: string, { signal }: Deadline) => vetUrl(url, trusted, resolve, signal);
  return {
    vet,
    async send(url, request, deadline, read) {
      const vetted = await vet(url, deadline);
      const reply = await sendRequest(pool, { vetted, deadline }, request);
      try {
        return await read(reply);
      } finally {
        if (!reply.body.readableEnded) reply.body.destroy();
      }
    },
    close: () => pool.destroy(),
  };
}
