import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../db/client.ts';
import { adoptKey, findMissingKeys, useRecordedKey } from '../domain/identity/sealed-secrets.ts';
import { createKeyring, createSecretBox, type Keyring } from '../domain/identity/secret-box.ts';
import type { SecretBox, WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import { keyFile, readOrMakeKey } from '../embedded/data-folder.ts';
import { type Repeated, repeat } from '../lib/repeat.ts';

type KeyConfig = Pick<Config, 'encryptionKey' | 'encryptionKeyPrevious' | 'dataDir'>;

const OTHER_KEY = 'is not the key that the secrets in this database are encrypted with.';
/** How soon a process that has several keys learns which one is the current one, in milliseconds. */
export const KEY_POLL_MS = 5000;

/** The keys of the configuration, or the one beside the embedded database. It makes that one if it is missing. */
export function readKeyring({ encryptionKey, encryptionKeyPrevious = [], dataDir }: KeyConfig): Keyring {
  return createKeyring(encryptionKey ?? readOrMakeKey(dataDir), ...encryptionKeyPrevious);
}

/**
 * Opens the encryption of secrets, for a program that ends soon. See {@link openKeyring}.
 *
 * @throws {ConfigError} when this process lacks a key that the database's secrets are encrypted with
 */
export async function openSecrets(config: KeyConfig, needs: WithDatabase & WithClock): Promise<SecretBox> {
  return createSecretBox(await openKeyring(config, needs), randomBytes);
}

/**
 * Reads the keys of the configuration, or the one beside the embedded database, and checks them.
 *
 * @returns the keys; the one that the database names seals new secrets
 * @throws {ConfigError} when this process lacks a key that the database's secrets are encrypted with: deliveries would
 *   wait
 */
export async function openKeyring(config: KeyConfig, needs: WithDatabase & WithClock): Promise<Keyring> {
  const keyring = readKeyring(config);
  const services = { ...needs, randomBytes };
  if (!(await adoptKey(services, keyring))) throw wrongKey(config);
  const [missing] = await findMissingKeys(services, keyring);
  if (missing === undefined) return keyring;
  throw new ConfigError([
    `ENCRYPTION_KEY_PREVIOUS lacks the key ${missing}, with which secrets in this database are still encrypted. ` +
      'Add it again, and run "npm run admin -- keys rotate" before you remove it.',
  ]);
}

/** The key of the configuration is not that of the database. The message says what to do. */
export function wrongKey({ encryptionKey, dataDir }: KeyConfig): ConfigError {
  return new ConfigError([
    encryptionKey
      ? `ENCRYPTION_KEY ${OTHER_KEY} Use the same key as before, and the same one for every process of this database.`
      : `${keyFile(dataDir)} ${OTHER_KEY} Restore this file from the backup of the database. ` +
        'A missing one is replaced by a new key, which cannot read the old secrets.',
  ]);
}

/**
 * Keeps a running process on the key that the database names. While there is one key only, there is nothing to do.
 *
 * @returns to be closed; undefined for one key
 */
export function followKey(keyring: Keyring, db: Database, log: Logger): Repeated | undefined {
  if (keyring.keys.length === 1) return undefined;
  let isLacking = false;
  return repeat(
    KEY_POLL_MS,
    async () => {
      const before = keyring.current;
      // Other parts log that the database does not respond.
      const isKnown = await useRecordedKey({ db }, keyring).catch(() => undefined);
      if (keyring.current !== before) {
        log.info({ key: keyring.current.id.toString('hex') }, 'New secrets are encrypted with another key.');
      }
      if (isKnown === false && !isLacking) {
        log.error(
          'This process lacks the key that new secrets are encrypted with: restart it with that key.',
        );
      }
      isLacking = isKnown === false;
    },
    KEY_POLL_MS,
  );
}
