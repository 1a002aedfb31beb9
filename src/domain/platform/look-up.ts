import { z } from 'zod';
import type { ReadRequest } from '../../net/sender.ts';
import type { WithSender } from '../kernel/needs.ts';
import { isSnowflake } from '../kernel/snowflake.ts';
import { MAX_PICTURE_BYTES, type Picture, readPicture } from './picture.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

/** The chat platform's public look-up of applications. */
export interface Platform {
  /** Answers with an application; `{id}` stands for its id. */
  readonly lookUpUrl: string;
  /** Answers with a picture; `{icon}` stands for what the application calls its icon. */
  readonly iconUrl: string;
  readonly userAgent: string;
  /** Told in a word why a look-up gave nothing, which stops nobody. */
  readonly onFailure: (reason: string) => void;
}

export interface WithPlatform {
  /** Absent where applications are not looked up. */
  readonly platform?: Platform | undefined;
}

/** What the chat platform tells everybody about an application. */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** What the platform calls its icon; another icon has another name. */
  readonly icon: string | null;
}

/** `unknown`: the platform answered, and not with an application. `unavailable`: it did not answer, or is not asked. */
export type LookUp =
  | { readonly kind: 'found'; readonly application: Application }
  | { readonly kind: 'unknown' | 'unavailable' };

type Parts = WithPlatform & WithSender;

const text = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'));
const answer = z.object({
  id: z.string(),
  name: text,
  description: text,
  // It becomes a part of an address.
  icon: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullable(),
});

/**
 * Asks the chat platform about an application. What the platform does is never an error: at worst nothing is known.
 *
 * @param signal when to wait no longer
 */
export async function lookUpApplication(parts: Parts, botId: string, signal?: AbortSignal): Promise<LookUp> {
  const { platform } = parts;
  if (!platform || !isSnowflake(botId)) return { kind: 'unavailable' };
  const url = platform.lookUpUrl.replaceAll('{id}', botId);
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

/** Fetches an application's icon, if it has one, and it is a picture that this service accepts. */
export async function fetchIcon(
  parts: Parts,
  { id, icon }: Application,
  signal?: AbortSignal,
): Promise<Picture | undefined> {
  const { platform } = parts;
  if (!platform || icon === null) return undefined;
  const url = platform.iconUrl.replaceAll('{id}', id).replaceAll('{icon}', icon);
  const outcome = await get(parts, { url, maxBytes: MAX_PICTURE_BYTES, signal });
  const picture = 'body' in outcome ? readPicture(outcome.body) : outcome;
  if (!('problem' in picture)) return picture;
  platform.onFailure('body' in outcome ? 'not a picture' : picture.problem);
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
