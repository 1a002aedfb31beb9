import type { Actor } from '../../domain/identity/actor.ts';
import type { WithAdmins } from '../../domain/identity/grant-role.ts';
import { findSession } from '../../domain/identity/sessions.ts';
import { authenticateToken, type TokenStatements } from '../../domain/identity/tokens.ts';
import { UnauthenticatedError } from '../../domain/kernel/errors.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import type { CredentialMemory } from './credential-memory.ts';
import type { Claim, Credential } from './credentials.ts';

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
  claim: Claim | undefined,
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
