import { askNameServers } from './resolver.ts';

/**
 * Reads the TXT records of a name, each as one text. Empty when the name or such records do not exist.
 *
 * @throws when no name server answers
 */
export type ReadTextRecords = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const NONE: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Makes the reader. Only DNS is asked, so nothing is sent to the host itself.
 *
 * @param servers the name servers with their ports; those of this machine by default
 */
export function createTextRecords(servers?: readonly string[]): ReadTextRecords {
  return async (hostname, signal) => {
    try {
      const records = await askNameServers(signal, (resolver) => resolver.resolveTxt(hostname), servers);
      return records.map((parts) => parts.join(''));
    } catch (error) {
      if (NONE.includes((error as NodeJS.ErrnoException).code)) return [];
      throw error;
    }
  };
}
