import type { Settings } from './settings.ts';
import { networks, url } from './values.ts';

export interface WebhookConfig {
  readonly webhooks: { readonly trustedNetworks: readonly string[]; readonly proxy?: string };
}

export function readWebhooks(settings: Settings): WebhookConfig {
  const proxy = settings.read('WEBHOOK_PROXY', url('http:'));
  return {
    webhooks: {
      trustedNetworks: settings.read('WEBHOOK_TRUSTED_NETWORKS', networks) ?? [],
      ...(proxy && { proxy }),
    },
  };
}
