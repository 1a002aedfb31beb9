import type { ShownHeader } from '../../db/delivery-tables.ts';
import { NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase, WithSecrets } from '../kernel/needs.ts';
import { type AttemptRequest, prepareAttempt } from './attempt-statements.ts';
import { findDelivery, listAttempts } from './read.ts';
import { bodyOf, headersOf, SIGNATURE_HEADERS } from './request.ts';

/**
 * Computes the headers again with which an attempt was signed, for a manager who looks for a mistake in a receiver. No
 * signature is stored. Who may make a new secret can learn nothing more from them.
 *
 * @returns null when they cannot be known: the URL or the secret has changed since, or the format has no signature
 * @throws {NotFoundError} when the listing has no such attempt
 */
export async function signaturesOf(
  services: WithDatabase & WithSecrets,
  request: AttemptRequest,
): Promise<ShownHeader[] | null> {
  const { deliveryId, botId, round, number } = request;
  const delivery = await findDelivery(services, botId, deliveryId);
  const attempts = delivery ? await listAttempts(services, delivery.id) : [];
  const attempt = attempts.find((each) => each.round === round && each.number === number);
  const prepared = attempt && (await prepareAttempt(services.db, request));
  if (!attempt || !prepared) throw new NotFoundError('delivery.gone');
  const { sealedSecret, nextSealedSecret, webhookUpdatedAt, format } = prepared;
  if (format !== 'contract' || !sealedSecret || !webhookUpdatedAt || attempt.startedAt < webhookUpdatedAt) {
    return null;
  }
  const parts = { ...prepared, id: deliveryId, botId };
  const secret = services.secrets.open(nextSealedSecret ?? sealedSecret, botId);
  const headers = headersOf(parts, Buffer.from(bodyOf(parts)), secret, attempt.startedAt);
  return Object.entries(headers).filter(([name]) => SIGNATURE_HEADERS.includes(name));
}
