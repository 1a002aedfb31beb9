import type { WithSender } from '../kernel/needs.ts';
import type { WithPlatform } from '../platform/look-up.ts';
import { previewApplication } from '../platform/preview.ts';
import { readName, readShortDescription } from './fields.ts';

/** What somebody writes about a bot, by field name. */
type Input = Readonly<Record<string, unknown>>;

const isLeftOut = (value: unknown) => value === undefined || value === null || value === '';

/** Whether a submission leaves out what the chat platform could tell. */
export function leavesOutPlatformFields({ name, shortDescription }: Input): boolean {
  return isLeftOut(name) || isLeftOut(shortDescription);
}

/**
 * Fills in the name and the short description that a submission leaves out, as far as the chat platform tells them soon
 * and a listing can have them. A listing whose name is the platform's follows it, unless the submission says otherwise.
 *
 * @param signal when to wait no longer
 * @returns the input with what was found; as it is when nothing was
 */
export async function fillInListing(
  services: WithPlatform & WithSender,
  botId: string,
  input: Input,
  signal: AbortSignal,
): Promise<Input> {
  const application = await previewApplication(services, botId, signal);
  if (!application) return input;
  const name = isLeftOut(input.name) ? readName(application.name) : undefined;
  const shortDescription = isLeftOut(input.shortDescription)
    ? readShortDescription(application.description)
    : undefined;
  return {
    ...input,
    ...(name !== undefined && { name, followsPlatform: input.followsPlatform ?? true }),
    ...(shortDescription !== undefined && { shortDescription }),
  };
}
