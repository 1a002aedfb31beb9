import type { WithDatabase } from '../kernel/needs.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { explainAttempt, NEXT_SECRET, refusesSecret } from './explain.ts';
import { type Attempt, listRecentAttempts } from './read.ts';
import { findWebhook, type Webhook } from './webhook.ts';

/** How a receiver does: it has not accepted anything yet, works, fails, or its deliveries are held. */
export type HealthState = 'unverified' | 'healthy' | 'failing' | 'held';

/** How a receiver does, and why. */
export interface Health {
  readonly state: HealthState;
  /** Since when it fails or its deliveries are held; null otherwise. */
  readonly since: Date | null;
  /** The likely cause and what to do, by the last failure; null while nothing fails. */
  readonly cause: Refusal | null;
}

/**
 * Tells how a receiver does, by the last attempts with its current URL and secret, and with the next secret while that
 * one waits. Concurrent calls share the statement.
 */
export async function readHealth(services: WithDatabase, webhook: Webhook): Promise<Health> {
  const { botId, hold, heldSince, failingSince, updatedAt, verifiedAt, nextSecretAt } = webhook;
  const attempts = (await listRecentAttempts(services, botId)).filter(
    ({ startedAt, failure }) =>
      startedAt >= updatedAt &&
      (failure !== NEXT_SECRET || (nextSecretAt !== null && startedAt >= nextSecretAt)),
  );
  const success = attempts.findIndex(({ failure }) => failure === null);
  const failures = success === -1 ? attempts : attempts.slice(0, success);
  const [last] = failures;
  const cause = last ? explainAttempt(last, isOutdated(webhook, last)) : null;
  // Deliveries that go out after a hold need no help.
  if (hold === 'paused' || hold === 'failing') return { state: 'held', since: heldSince, cause };
  // Tests of a dropped secret may be all of the last attempts.
  if (last || (failingSince !== null && success === -1)) {
    return { state: 'failing', since: failingSince ?? failures.at(-1)?.startedAt ?? null, cause };
  }
  return {
    state: verifiedAt === null && success === -1 ? 'unverified' : 'healthy',
    since: null,
    cause: null,
  };
}

/**
 * Explains the result of an attempt to the owner. The receiver may refuse a new secret, because it still has the old
 * one: only then the webhook is read. Concurrent calls share the statement.
 */
export async function explain(services: WithDatabase, attempt: Attempt): Promise<Refusal> {
  const webhook = refusesSecret(attempt) ? await findWebhook(services, attempt.botId) : undefined;
  return explainAttempt(attempt, webhook && isOutdated(webhook, attempt));
}

function isOutdated({ workedBefore, updatedAt }: Webhook, { startedAt }: Attempt): boolean {
  return workedBefore && startedAt >= updatedAt;
}
