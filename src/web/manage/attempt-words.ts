import { messages, sentenceOf } from '../words/messages.ts';
import type { RecentAttempt } from './deliveries/documents.ts';
import type { Health } from './webhook-documents.ts';

/** The result of an attempt in the language of the page. */
export const explanationOf = ({
  explanation: message,
  explanationReason: reason,
  explanationParameters: parameters,
}: Pick<RecentAttempt, 'explanation' | 'explanationReason' | 'explanationParameters'>): string =>
  sentenceOf({ reason, parameters, message });

/** The likely cause of failures in the language of the page; undefined while nothing fails. */
export const causeOf = ({ cause }: Health): string | undefined => (cause ? sentenceOf(cause) : undefined);

/** Refusals of a receiver on the machine of the service. `WEBHOOK_TRUSTED_NETWORKS` lifts the rules behind them. */
const LIFTED: ReadonlySet<string | undefined> = new Set([
  'webhook.notHttps',
  'webhook.localName',
  'webhook.notPublic',
  'attempt.blocked',
]);

/**
 * Adds what a developer can do on their own machine, where the reader of the dashboard also runs the service. Elsewhere
 * an owner cannot change the settings of the service.
 *
 * @param hostname of the page
 * @param receiver what was typed as the URL of the receiver
 */
export function withLocalAdvice(
  sentence: string,
  reason: string | undefined,
  hostname: string,
  receiver: string,
): string {
  const isAdvised = LIFTED.has(reason) && OWN_MACHINE.test(hostname) && isOnOwnMachine(receiver);
  return isAdvised ? `${sentence} ${messages.webhook.onThisMachine}` : sentence;
}

const OWN_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function isOnOwnMachine(receiver: string): boolean {
  const url = URL.parse(receiver);
  return url !== null && /^https?:$/.test(url.protocol) && OWN_MACHINE.test(url.hostname);
}
