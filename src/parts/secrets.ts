import { randomBytes } from 'node:crypto';
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../db/client.ts';
import { whileAway } from '../db/retry.ts';
import { adoptKey } from '../domain/identity/adopt-key.ts';
import { createKeyring } from '../domain/identity/keyring.ts';
import { createSecretBox, type SecretBox } from '../domain/identity/secret-box.ts';
import { keyFile, readOrMakeKey } from '../embedded/key.ts';

const OTHER_KEY = 'is not the key that the secrets in this database are encrypted with.';

/**
 * Opens the encryption of secrets, with the key of the configuration or the one beside the embedded database.
 *
 * @throws {ConfigError} when the database's secrets are encrypted with another key: all deliveries would fail
 */
export async function openSecrets(
  { encryptionKey, dataDir }: Pick<Config, 'encryptionKey' | 'dataDir'>,
  db: Database,
): Promise<SecretBox> {
  const keyring = createKeyring(encryptionKey ?? readOrMakeKey(dataDir));
  // Another process may be handing the embedded database over. It is away for a moment, so retry.
  if (await whileAway(() => adoptKey({ db, now: () => new Date(), randomBytes }, keyring))) {
    return createSecretBox(keyring, randomBytes);
  }
  throw new ConfigError([
    encryptionKey
      ? `ENCRYPTION_KEY ${OTHER_KEY} Use the same key as before, and the same one for every process of this database.`
      : `${keyFile(dataDir)} ${OTHER_KEY} Restore this file from the backup of the database. ` +
        'A missing one is replaced by a new key, which cannot read the old secrets.',
  ]);
}
