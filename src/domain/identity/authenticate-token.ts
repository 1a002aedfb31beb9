import { hash } from 'node:crypto';
import { UnauthenticatedError } from '../kernel/errors.ts';
import type { BotActor } from './actor.ts';
import type { TokenStatements } from './token-statements.ts';

const TOKEN = /^blt_[A-Za-z0-9_-]{43}$/;

/** @returns the SHA-256 of a token; only this hash is stored */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * Returns the key of a token: its hash in lower-case hexadecimal. Statements find the token by it.
 *
 * @returns undefined for a text that cannot be a token
 */
export function keyOfToken(token: string): string | undefined {
  return TOKEN.test(token) ? hash('sha256', token) : undefined;
}

/**
 * Finds the bot that an API token belongs to (section 5 of the contract).
 *
 * @throws {UnauthenticatedError} when the token belongs to no listing
 */
export async function authenticateToken(services: TokenStatements, token: string): Promise<BotActor> {
  const tokenKey = keyOfToken(token);
  if (tokenKey === undefined) throw new UnauthenticatedError('token.invalid');
  const botId = await services.botOfToken(tokenKey);
  if (botId === undefined) throw new UnauthenticatedError('token.invalid');
  return { kind: 'bot', botId, tokenKey };
}
