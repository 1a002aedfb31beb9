import type { Config } from '../../config/config.ts';
import type { FailureReason } from '../../net/outcome.ts';
import { createSender, type ReadOutcome } from '../../net/sender.ts';
import { UnsafeUrlError } from '../../net/target.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const TIMEOUT_MS = 4500;
/** This machine, a private network, and where clouds keep the credentials of a machine. */
const PRIVATE = ['https://127.0.0.1/', 'https://10.0.0.1/', 'https://169.254.169.254/'];
/** The receiver has answered, even if the answer cannot be used. */
const ANSWERED = new Set<FailureReason>(['too_large', 'protocol']);

/** The provider's addresses answer. No credential is sent. */
export async function checkOAuth({
  oauth,
  developmentSignIn,
  webhooks,
}: Pick<Config, 'oauth' | 'developmentSignIn' | 'webhooks'>): Promise<Finding[]> {
  if (!oauth) {
    return developmentSignIn
      ? [ok('oauth', 'The development sign-in is on: anybody on this machine signs in as anybody.')]
      : [warning('oauth', 'Nobody can sign in.', 'Set OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET.')];
  }
  const sender = createSender({
    ...webhooks,
    trustedNetworks: oauth.trustedNetworks,
    timeoutMs: TIMEOUT_MS,
  });
  try {
    const urls = { OAUTH_AUTHORIZATION_URL: oauth.authorizationUrl, OAUTH_TOKEN_URL: oauth.tokenUrl };
    const asked = Object.entries({ ...urls, OAUTH_USER_URL: oauth.userUrl }).map(async ([setting, url]) => ({
      setting,
      failure: failureOf(await sender.read({ url, headers: { Accept: 'text/html, application/json' } })),
    }));
    const failed = (await Promise.all(asked)).filter(({ failure }) => failure !== undefined);
    if (failed.length === 0) return [ok('oauth', 'The settings are complete, and the provider responds.')];
    return failed.map(({ setting, failure }) =>
      problem(
        'oauth',
        `${setting} does not respond: ${failure}.`,
        'Check the URL, the firewall, DNS and WEBHOOK_PROXY.',
      ),
    );
  } finally {
    await sender.close();
  }
}

/** Webhooks reach no private address, and reach a public one if the operator names it. */
export async function checkEgress(
  { webhooks, oauth }: Pick<Config, 'webhooks' | 'oauth'>,
  url: string | undefined,
): Promise<Finding[]> {
  const sender = createSender({ ...webhooks, timeoutMs: TIMEOUT_MS });
  try {
    const admitted = [];
    for (const address of PRIVATE) if (await isAdmitted(() => sender.vet(address))) admitted.push(address);
    const findings =
      admitted.length === 0
        ? [ok('egress', 'Webhooks cannot reach private addresses.')]
        : [
            (oauth ? problem : warning)(
              'egress',
              `Webhooks can reach ${admitted.join(' and ')}.`,
              'Remove these networks from WEBHOOK_TRUSTED_NETWORKS, which is for development.',
            ),
          ];
    if (url === undefined) return findings;
    const failure = failureOf(await sender.read({ url, headers: {} }));
    const outside =
      failure === undefined
        ? ok('egress-url', 'The URL was reached.')
        : problem(
            'egress-url',
            `The URL was not reached: ${failure}.`,
            'Check the firewall, DNS and WEBHOOK_PROXY.',
          );
    return [...findings, outside];
  } finally {
    await sender.close();
  }
}

async function isAdmitted(vet: () => Promise<void>): Promise<boolean> {
  try {
    await vet();
    return true;
  } catch (error) {
    if (error instanceof UnsafeUrlError) return false;
    throw error;
  }
}

/** @returns the reason in a word; undefined when a server has answered */
function failureOf(outcome: ReadOutcome): string | undefined {
  if (outcome.kind === 'response') return outcome.status >= 500 ? `status ${outcome.status}` : undefined;
  if (ANSWERED.has(outcome.reason)) return undefined;
  return outcome.reason === 'blocked' ? 'blocked, since its host has no public address' : outcome.reason;
}
