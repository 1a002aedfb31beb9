import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import {
  inspectSecrets,
  listKeys,
  makeKeyCurrent,
  resealSecrets,
  useRecordedKey,
} from '../domain/identity/sealed-secrets.ts';
import type { Keyring } from '../domain/identity/secret-box.ts';
import { GONE_AFTER_MS, listProcesses } from '../domain/kernel/processes.ts';
import { KEY_POLL_MS, openKeyring, readKeyring, wrongKey } from '../parts/secrets.ts';
import { type Act, type AdminServices, dangerous, type Tools } from './command.ts';
import { counted, NotDone, type Result, tableOf } from './result.ts';

/** A sign-in that began with the old key may finish for so long after it was replaced. */
const SIGN_IN_MS = 10 * 60 * 1000;
/** By then every process that runs uses the new key. */
const LEARNED_MS = 2 * KEY_POLL_MS;

/** `keys`: the keys that encrypt webhook secrets and sign-ins. */
export function addKeys(program: Command, act: Act): void {
  const keys = program.command('keys').description('show and rotate encryption keys');

  keys
    .command('status')
    .description('show the keys by their ids, and how many secrets each one encrypts')
    .action(act(status));

  dangerous(keys.command('rotate'))
    .description('encrypt with the key in ENCRYPTION_KEY from now on, and encrypt all secrets again with it')
    .action(act(rotate));
}

interface KeyState {
  readonly id: string;
  readonly isCurrent: boolean;
  /** Whether the settings of this command contain it. */
  readonly isHere: boolean;
  readonly secrets: number;
  /** From then on no process needs the key; null while it is needed. */
  readonly removableFrom: Date | null;
}

async function status({ open, config }: Tools): Promise<Result> {
  const services = await open();
  const keyring = readKeyring(config());
  // It changes nothing: it neither records a key nor forgets one.
  if ((await useRecordedKey(services, keyring)) === false) throw wrongKey(config());
  const { keys, unreadable } = await readStates(services, keyring);
  const next = keyring.configured;
  const lines = tableOf(
    ['KEY', 'SECRETS', 'STATE'],
    keys.map((key) => [key.id, String(key.secrets), sayState(key, services.now())]),
  );
  if (next !== keyring.current) {
    lines.push(`ENCRYPTION_KEY is the key ${idOf(next)}: "keys rotate" makes it the current one.`);
  }
  if (unreadable > 0) {
    lines.push(`${counted(unreadable, 'secret')} cannot be opened here. Owners can rotate them.`);
  }
  return { lines, data: { keys, unreadable } };
}

async function rotate({ open, config, confirm }: Tools): Promise<Result> {
  const services = await open();
  const keyring = await openKeyring(config(), services);
  const { configured, current } = keyring;
  await requireKeyEverywhere(services, idOf(configured));
  await confirm(
    configured === current
      ? `This encrypts the secrets again that other keys than ${idOf(current)} encrypt.`
      : `This replaces the key ${idOf(current)} by ${idOf(configured)}. ` +
          'Every process of this database must have been restarted with both keys.',
  );
  const isNew = await makeKeyCurrent(services, keyring);
  let { resealed } = await resealSecrets(services, keyring);
  if (isNew) {
    // A process that has not learned of the new key may have encrypted a secret with the old one meanwhile.
    await delay(LEARNED_MS);
    resealed += (await resealSecrets(services, keyring)).resealed;
  }
  const { keys, unreadable } = await readStates(services, keyring);
  const lines = [
    `The key ${idOf(keyring.current)} encrypts all new secrets.`,
    `Encrypted ${counted(resealed, 'secret')} again.`,
  ];
  for (const key of keys)
    if (key.removableFrom) lines.push(`The key ${key.id} ${sayState(key, services.now())}.`);
  if (unreadable > 0) lines.push(`Left ${counted(unreadable, 'secret')} that cannot be opened here.`);
  return {
    lines,
    data: { current: idOf(keyring.current), resealed, unreadable, keys },
    isProblem: unreadable > 0,
  };
}

/** @throws {NotDone} while a process runs that could not open what the key encrypts: its deliveries would stop */
async function requireKeyEverywhere(services: AdminServices, id: string): Promise<void> {
  const lacking = (await listProcesses(services)).filter(
    ({ isRunning, keyIds }) => isRunning && !keyIds.includes(id),
  );
  if (lacking.length === 0) return;
  throw new NotDone(
    `${counted(lacking.length, 'running process', 'running processes')} without the key ${id}: restart every process ` +
      `with both keys first. A process that was killed counts for ${GONE_AFTER_MS / 1000} seconds. Nothing was changed.`,
  );
}

async function readStates(
  services: AdminServices,
  keyring: Keyring,
): Promise<{ keys: KeyState[]; unreadable: number }> {
  const recorded = await listKeys(services);
  const { byKey, unreadable } = await inspectSecrets(services, keyring);
  const replacedAt = recorded.find(({ isCurrent }) => isCurrent)?.createdAt;
  const ids = [...new Set([...recorded.map(({ id }) => id), ...keyring.keys.map(idOf)])];
  const keys = ids.map((id) => {
    const isCurrent = id === idOf(keyring.current);
    const isRecorded = recorded.some((key) => key.id === id);
    const secrets = byKey.get(id) ?? 0;
    const isUnneeded = !isCurrent && isRecorded && secrets === 0 && replacedAt !== undefined;
    return {
      id,
      isCurrent,
      isHere: keyring.keys.some((key) => idOf(key) === id),
      secrets,
      removableFrom: isUnneeded ? new Date(replacedAt.getTime() + SIGN_IN_MS) : null,
    };
  });
  return { keys, unreadable };
}

function sayState({ isCurrent, isHere, secrets, removableFrom }: KeyState, now: Date): string {
  if (isCurrent) return 'current';
  if (removableFrom) {
    return removableFrom > now ? `can be removed from ${removableFrom.toISOString()} on` : 'can be removed';
  }
  if (!isHere) return 'needed, and missing in the settings of this command';
  return secrets > 0 ? 'needed: run "keys rotate"' : 'not used yet';
}

function idOf({ id }: { readonly id: Buffer }): string {
  return id.toString('hex');
}
