import { z } from 'zod';
import type { ReadRequest } from '../../net/sender.ts';
import { isSnowflake } from '../kernel/ids.ts';
import type { WithSender } from '../kernel/needs.ts';
import { acceptPicture, MAX_PICTURE_BYTES, type Picture, type WithPictureCheck } from './picture.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

/** How to reach the chat platform's public API for applications. */
export interface Platform {
  /** URL of an application, as JSON; `{id}` is replaced with its id. */
  readonly applicationLookupUrl: string;
  /** URL of an icon; `{id}` and `{icon}` are replaced. */
  readonly applicationIconUrl: string;
  readonly userAgent: string;
  /** Called with a short reason when a look-up fails. A failure stops nothing. */
  readonly onFailure: (reason: string) => void;
}

export interface WithPlatform {
  /** Absent when the service does not look up applications. */
  readonly platform?: Platform | undefined;
}

/** The public data of an application on the chat platform. */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The platform's name for the icon. It changes with the icon. */
  readonly icon: string | null;
}

/**
 * `unknown`: the platform has no such application. `unavailable`: the platform did not respond, or look-ups are off.
 */
export type LookUp =
  | { readonly kind: 'found'; readonly application: Application }
  | { readonly kind: 'unknown' | 'unavailable' };

type Parts = WithPlatform & WithSender;

const text = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'));
const answer = z.object({
  id: z.string(),
  name: text,
  description: text,
  // The name becomes part of a URL.
  icon: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullable(),
});

/**
 * Looks up an application on the chat platform. Failures of the platform are no errors: the result is then `unknown`
 * or `unavailable`.
 *
 * @param signal ends the wait
 */
export async function lookUpApplication(parts: Parts, botId: string, signal?: AbortSignal): Promise<LookUp> {
  const { platform } = parts;
  if (!platform || !isSnowflake(botId)) return { kind: 'unavailable' };
  const url = platform.applicationLookupUrl.replaceAll('{id}', botId);
  const outcome = await get(parts, { url, maxBytes: MAX_ANSWER_BYTES, signal });
  if ('problem' in outcome) {
    platform.onFailure(outcome.problem);
    return { kind: outcome.problem === 'status 404' ? 'unknown' : 'unavailable' };
  }
  const application = readApplication(outcome.body);
  if (application?.id === botId) return { kind: 'found', application };
  platform.onFailure('malformed');
  return { kind: 'unknown' };
}

/**
 * Fetches the icon of an application.
 *
 * @param signal ends the wait
 * @returns undefined when there is no icon, it cannot be fetched, or it is not a picture that this service accepts
 */
export async function fetchIcon(
  parts: Parts & WithPictureCheck,
  { id, icon }: Application,
  signal?: AbortSignal,
): Promise<Picture | undefined> {
  const { platform } = parts;
  if (!platform || icon === null) return undefined;
  const url = platform.applicationIconUrl.replaceAll('{id}', id).replaceAll('{icon}', icon);
  const outcome = await get(parts, { url, maxBytes: MAX_PICTURE_BYTES, signal });
  const picture = 'body' in outcome ? await acceptPicture(parts, outcome.body) : outcome;
  if (!('problem' in picture)) return picture;
  platform.onFailure('body' in outcome ? 'not a picture' : outcome.problem);
  return undefined;
}

async function get(
  { platform, sender }: Parts,
  request: Pick<ReadRequest, 'url' | 'maxBytes' | 'signal'>,
): Promise<{ body: Uint8Array } | { problem: string }> {
  const headers = { 'user-agent': platform?.userAgent ?? '' };
  const outcome = await sender.read({ ...request, headers });
  if (outcome.kind === 'failure') return { problem: outcome.reason };
  return outcome.status === 200 ? { body: outcome.body } : { problem: `status ${outcome.status}` };
}

function readApplication(body: Uint8Array): Application | undefined {
  try {
    return answer.parse(JSON.parse(Buffer.from(body).toString()));
  } catch {
    return undefined;
  }
}

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
