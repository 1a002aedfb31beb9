import { texts } from '../texts.ts';

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
 */
export function withLocalAdvice(sentence: string, reason: string | undefined, hostname: string): string {
  const isOwnMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return isOwnMachine && LIFTED.has(reason) ? `${sentence} ${texts.webhook.onThisMachine}` : sentence;
}
