import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/client.ts';
import { compareMigrations } from '../../db/migrate.ts';
import { inspectSecrets, listKeys } from '../../domain/identity/sealed-secrets.ts';
import { keyFile } from '../../embedded/data-folder.ts';
import { readKeyring } from '../../parts/secrets.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** So many are opened, so that the check does not take long. */
const OPENED = 2000;

/** The key of this configuration opens the stored secrets. */
export async function checkKey(db: Database | undefined, config: Config): Promise<Finding[]> {
  // Without its tables, the database has no secrets.
  if (!db || (await compareMigrations(db)).missing > 0) return [];
  if (!config.encryptionKey && !existsSync(keyFile(config.dataDir))) {
    const todo = `Restore ${keyFile(config.dataDir)} from the backup, or start a new service.`;
    return [problem('key', 'The file of the encryption key is missing.', todo)];
  }
  const keyring = readKeyring(config);
  const recorded = await listKeys({ db });
  const current = recorded.find(({ isCurrent }) => isCurrent);
  if (current && !keyring.choose(current.fingerprint)) {
    const todo = `Set ENCRYPTION_KEY to the key with the id ${current.id}.`;
    return [problem('key', 'ENCRYPTION_KEY is not the key of this database.', todo)];
  }
  const { byKey, unreadable, isComplete } = await inspectSecrets({ db }, keyring, OPENED);
  const counts = [...byKey].map(([id, count]) => `${count} by ${id}`).join(', ');
  const says = `Secrets${isComplete ? '' : ` (the first ${OPENED})`}: ${counts || 'none'}.`;
  if (unreadable > 0) {
    const todo = 'Add the missing key to ENCRYPTION_KEY_PREVIOUS, or ask the owners to rotate their secrets.';
    return [problem('key', `${says} ${unreadable} cannot be opened.`, todo)];
  }
  if (keyring.configured !== keyring.current) {
    return [
      warning('key', `${says} ENCRYPTION_KEY is not used yet.`, 'Run "keys rotate" to finish the rotation.'),
    ];
  }
  return [ok('key', byKey.size === 0 ? 'There are no secrets yet.' : `${says} All can be opened.`)];
}
