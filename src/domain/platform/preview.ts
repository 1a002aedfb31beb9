import type { WithSender } from '../kernel/needs.ts';
import { type Application, lookUpApplication, type WithPlatform } from './look-up.ts';

/** How long a user waits for optional data of the platform, in milliseconds. */
export const PATIENCE_MS = 3000;

/**
 * Looks up an application for the form of a new listing.
 *
 * @param signal ends the wait; by default after {@link PATIENCE_MS}
 * @returns undefined when the platform does not know the application or does not respond in time
 */
export async function previewApplication(
  services: WithPlatform & WithSender,
  botId: string,
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Application | undefined> {
  const lookUp = await lookUpApplication(services, botId, signal);
  return lookUp.kind === 'found' ? lookUp.application : undefined;
}
