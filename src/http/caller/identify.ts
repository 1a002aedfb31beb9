import type { Actor } from '../../domain/identity/actor.ts';
import type { WithAdmins } from '../../domain/identity/grant-role.ts';
import { findSession } from '../../domain/identity/sessions.ts';
import { authenticateToken, type TokenStatements } from '../../domain/identity/tokens.ts';
import { UnauthenticatedError } from '../../domain/kernel/errors.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { createCache } from '../../lib/cache.ts';
import type { Credential, IdentityClaim } from './credentials.ts';

/**
 * Authenticates a credential. An expired session counts as a stranger, because browsers send the cookie
 * automatically.
 *
 * @throws {UnauthenticatedError} when a token is unreadable or unknown
 */
export async function identify(
  services: WithDatabase & TokenStatements & WithClock & WithAdmins,
  credential: Credential,
): Promise<Actor> {
  switch (credential.kind) {
    case 'none':
      return { kind: 'anonymous' };
    case 'unreadable':
      throw new UnauthenticatedError('token.invalid');
    case 'token':
      return authenticateToken(services, credential.token);
    case 'session': {
      const session = await findSession(services, credential.id);
      return session ? { kind: 'user', ...session } : { kind: 'anonymous' };
    }
  }
}

/**
 * Authenticates a credential, and notes whether it is valid. A claim that the memory has refuted counts as another
 * credential: nothing is looked up then, so nothing is noted, and the memory forgets it in time.
 *
 * @param claim what the request claims to be
 * @throws {UnauthenticatedError} when a token is unreadable or unknown
 */
export async function identifyAndNote(
  services: Parameters<typeof identify>[0],
  credential: Credential,
  claim: IdentityClaim | undefined,
  memory: CredentialMemory,
): Promise<Actor> {
  const checked = claim?.kind === credential.kind ? claim : undefined;
  try {
    const actor = await identify(services, credential);
    if (checked) memory.note(checked, actor.kind !== 'anonymous');
    return actor;
  } catch (error) {
    if (checked && error instanceof UnauthenticatedError) memory.note(checked, false);
    throw error;
  }
}

/** Remembers which credentials this process has seen, and whether they were valid. */
export interface CredentialMemory {
  /**
   * @returns true for a credential that was valid when it was last checked. That may be out of date, so it allows
   *   nothing: it only decides the lane of a request. False for one that was invalid a few seconds ago. Such a
   *   credential rarely becomes valid: sessions and tokens are random, and nobody can send one before it is made. But
   *   an operator may restore a database that has it.
   */
  readonly recall: (claim: IdentityClaim) => boolean | undefined;
  /** Notes whether a credential is valid. */
  readonly note: (claim: IdentityClaim, isValid: boolean) => void;
}

/** Of each kind: about fifty thousand. */
const VALID_BYTES = 12 * 1024 * 1024;
/** Invented credentials displace only each other. About five thousand. */
const INVALID_BYTES = 1_200_000;
const INVALID_MS = 5000;

/** Makes the memory of one process. */
export function createCredentialMemory(): CredentialMemory {
  const open = () => ({
    valid: createCache<true>({ maxBytes: VALID_BYTES }),
    invalid: createCache<true>({ maxBytes: INVALID_BYTES, ttl: INVALID_MS }),
  });
  const kinds = { token: open(), session: open() };
  return {
    recall({ kind, key }) {
      const { valid, invalid } = kinds[kind];
      if (valid.get(key)) return true;
      return invalid.get(key) ? false : undefined;
    },
    note({ kind, key }, isValid) {
      const { valid, invalid } = kinds[kind];
      (isValid ? valid : invalid).set(key, true);
      (isValid ? invalid : valid).delete(key);
    },
  };
}
