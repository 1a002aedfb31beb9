import type { WithSender } from '../kernel/needs.ts';
import { type Application, lookUpApplication, type WithPlatform } from './look-up.ts';

/** How long somebody who fills in a form waits for what is only a help, in milliseconds. */
export const PATIENCE_MS = 3000;

/**
 * What the chat platform tells about an application that somebody is about to list, if it does so soon.
 *
 * @param signal when to wait no longer; by default after {@link PATIENCE_MS}
 */
export async function previewApplication(
  services: WithPlatform & WithSender,
  botId: string,
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Application | undefined> {
  const lookUp = await lookUpApplication(services, botId, signal);
  return lookUp.kind === 'found' ? lookUp.application : undefined;
}
