import type { Actor } from '../domain/actor.ts';
import { authenticateToken } from '../domain/authenticate-token.ts';
import { UnauthenticatedError } from '../domain/errors.ts';
import type { Services } from '../domain/services.ts';
import { findSession } from '../domain/sessions.ts';
import type { Credential } from './credentials.ts';

/**
 * Finds out who is asking.
 *
 * @throws {UnauthenticatedError} when a token is offered that is unreadable or unknown. An expired session is
 *   nobody, since a browser sends it unasked.
 */
export async function identify(
  services: Pick<Services, 'db' | 'batches' | 'now' | 'admins'>,
  credential: Credential,
): Promise<Actor> {
  switch (credential.kind) {
    case 'none':
      return { kind: 'anonymous' };
    case 'unreadable':
      throw new UnauthenticatedError('Invalid token.');
    case 'token':
      return authenticateToken(services, credential.token);
    case 'session': {
      const session = await findSession(services, credential.id);
      return session ? { kind: 'user', ...session } : { kind: 'anonymous' };
    }
  }
}
