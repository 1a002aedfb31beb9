import { InvalidInputError } from '../kernel/errors.ts';
import { eraseUser } from './erase-user.ts';
import type { Outcome } from './plan-erasure.ts';

/**
 * Deletes a user's own account, as an erasure by the operator does.
 *
 * @param user the signed-in user
 * @param options.confirmation what the user typed: their name or their id
 * @param options.removesListings whether to remove listings that have no other owner
 * @returns what it did
 * @throws {InvalidInputError} when the confirmation is neither name nor id
 * @throws {ForbiddenError} when the user is the only owner of a listing that is not removed
 */
export async function deleteAccount(
  services: Parameters<typeof eraseUser>[0],
  user: { readonly userId: string; readonly name: string },
  { confirmation, removesListings }: { readonly confirmation: string; readonly removesListings: boolean },
): Promise<Outcome> {
  if (![user.userId, user.name.trim()].includes(confirmation.trim())) {
    throw new InvalidInputError('user.notConfirmed');
  }
  return eraseUser(services, user.userId, { removesListings });
}
