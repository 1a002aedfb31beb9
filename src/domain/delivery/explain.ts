import type { ShownHeader } from '../../db/delivery-tables.ts';
import type { FailureReason } from '../../net/outcome.ts';
import { REFUSALS } from '../../terms/refusals.ts';
import { type Refusal, refusalOf } from '../kernel/refusal.ts';
import { USER_AGENT } from './request.ts';

/** The failure of an attempt with the next secret that got a status: it says nothing about the current secret. */
export const NEXT_SECRET = 'next_secret';

/** What an explanation of an attempt says something about. */
export interface Explained {
  readonly statusCode: number | null;
  readonly failure: string | null;
  /** The beginning of the response's body. */
  readonly excerpt?: string | undefined;
  readonly responseHeaders?: readonly ShownHeader[] | null | undefined;
}

/** A longer address is cut off: it stands in a sentence. */
const MAX_LOCATION_LENGTH = 200;

/**
 * Explains the result of an attempt to the owner. The parameters of its sentences are `statusCode`, `location` and
 * `userAgent`.
 *
 * @param isOutdated whether the receiver worked until the URL or the secret changed, and has accepted nothing since
 */
export function explainAttempt(attempt: Explained, isOutdated = false): Refusal {
  const { failure } = attempt;
  const statusCode = attempt.statusCode ?? '';
  if (failure === null) return refusalOf('attempt.delivered', { statusCode });
  if (failure === 'redirect') {
    const location = headerOf(attempt, 'location');
    return location
      ? refusalOf('attempt.redirected', { statusCode, location: location.slice(0, MAX_LOCATION_LENGTH) })
      : refusalOf('attempt.redirect', { statusCode });
  }
  if (failure !== 'status' && failure !== NEXT_SECRET) {
    const reason = `attempt.${failure as FailureReason | 'secret'}` as const;
    return refusalOf(reason in REFUSALS ? reason : 'attempt.failed');
  }
  if (isOfFirewall(attempt)) return refusalOf('attempt.firewall', { statusCode, userAgent: USER_AGENT });
  if (refusesSecret(attempt)) {
    if (failure === NEXT_SECRET) return refusalOf('attempt.next_secret', { statusCode });
    return refusalOf(isOutdated ? 'attempt.outdated' : 'attempt.unauthorized', { statusCode });
  }
  const reason = isForgotten(attempt) ? 'attempt.status' : reasonOfStatus(attempt.statusCode ?? 0);
  return refusalOf(reason, { statusCode });
}

/** Whether the receiver says that the secret is wrong, and not a firewall in front of it. */
export const refusesSecret = (attempt: Explained): boolean =>
  (attempt.statusCode === 401 || attempt.statusCode === 403) &&
  !isOfFirewall(attempt) &&
  !isForgotten(attempt);

/**
 * Whether a firewall has responded: with a challenge of Cloudflare or AWS, or with Cloudflare's codes for a banned
 * User-Agent (1010), a limit (1015) and a rule (1020).
 */
const isOfFirewall = (attempt: Explained): boolean =>
  headerOf(attempt, 'cf-mitigated') !== undefined ||
  headerOf(attempt, 'x-amzn-waf-action') !== undefined ||
  /\berror code: 10(?:10|15|20)\b/i.test(attempt.excerpt ?? '');

/**
 * Whether the status may be of a firewall, and the response that would tell is deleted: retention does so after 30 days.
 * Firewalls send no 401.
 */
const isForgotten = ({ statusCode, responseHeaders }: Explained): boolean =>
  responseHeaders === null && (statusCode === 403 || statusCode === 405);

const headerOf = ({ responseHeaders }: Explained, name: string) =>
  responseHeaders?.find(([each]) => each === name)?.[1] ?? undefined;

/** What a status says about a receiver, where it says more than that it is no 2xx. */
function reasonOfStatus(status: number) {
  if (status === 404 || status === 405 || status === 410) return 'attempt.path';
  if (status === 413 || status === 415) return 'attempt.content';
  if (status === 429) return 'attempt.limited';
  // Cloudflare's own statuses for faults between it and the receiver.
  if (status === 520) return 'attempt.edge_reply';
  if (status >= 521 && status <= 523) return 'attempt.edge_unreachable';
  if (status === 524) return 'attempt.edge_timeout';
  if (status === 525 || status === 526) return 'attempt.edge_tls';
  return status >= 500 ? 'attempt.fault' : 'attempt.status';
}
