import { startDatabase } from './database.ts';
import { type SilentProxy, startSilentProxy } from './silent-proxy.ts';

/**
 * Starts a database that can fall silent.
 *
 * @param parts stops it
 * @returns the URL of a proxy in front of it
 */
export async function startSilentDatabase(
  parts: AsyncDisposableStack,
): Promise<{ proxy: SilentProxy; url: string }> {
  const url = new URL((await startDatabase('with tables', parts)).url);
  const proxy = await startSilentProxy({ host: url.hostname, port: Number(url.port || 5432) });
  parts.defer(() => proxy.close());
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}
