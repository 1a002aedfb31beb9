import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/http.ts';
import type { Database, DatabaseAddress } from '../db/client.ts';
import { lookForHold, type Place } from '../domain/delivery/hold-all.ts';
import type { WithHold } from '../domain/kernel/needs.ts';
import { readPostgresUrl } from '../lib/postgres-url.ts';
import { repeat } from '../lib/repeat.ts';

/** How soon a process learns that deliveries are held, or are no longer, in milliseconds. */
const LOOK_MS = 1000;

const HELD =
  'Deliveries, notices and emails are held: this database is a copy, or was moved, or an operator holds them. Votes ' +
  'are recorded, and nothing is sent. "npm run admin -- deliveries release" sends what waits. Before, ' +
  '"npm run admin -- deliveries cancel --all" cancels it.';

/** Follows whether all deliveries are held, until it is closed. */
export async function followHold(
  db: Database,
  place: Place,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<WithHold> {
  let isHeld = false;
  const look = async () => {
    const wasHeld = isHeld;
    const { isHeld: isHeldNow, moved } = await lookForHold({ db }, place);
    isHeld = isHeldNow;
    if (isHeld && !wasHeld) log.warn(HELD);
    // Where nothing can be stored, each look finds the copy anew.
    if (moved && !wasHeld)
      log.warn(`The database was used at ${list(moved.from)}, and is at ${list(moved.to)} now.`);
    if (!isHeld && wasHeld) log.info('Deliveries, notices and emails are no longer held.');
  };
  await look();
  // Other parts log that the database does not respond. Until it does, what was last seen holds.
  const looking = repeat(LOOK_MS, () => look().catch(() => {}), LOOK_MS);
  parts.defer(() => looking.close());
  return { isHeld: () => isHeld };
}

const list = (places: readonly string[]) => places.map((place) => `"${place}"`).join(' and ');

/** Reads the place of the database from its address. A port of this machine, used for development, is no site. */
export function placeOf(address: DatabaseAddress, { publicUrl }: Pick<Config, 'publicUrl'>): Place {
  if (!('url' in address)) return { addresses: [address.host], site: '' };
  const { host, port } = readPostgresUrl(address.url);
  const { hostname, host: site } = new URL(publicUrl);
  return {
    addresses: host.map((name, index) => `${name}:${port[index]}`),
    site: isLoopback(hostname) ? '' : site,
  };
}
