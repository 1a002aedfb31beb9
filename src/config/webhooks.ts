import type { Settings } from './settings.ts';
import { flag, networks, url } from './values.ts';

export interface WebhookConfig {
  readonly webhooks: { readonly trustedNetworks: readonly string[]; readonly proxy?: string };
  /** Votes are recorded, and nothing is sent: this may be a copy of another service. */
  readonly holdsDeliveries: boolean;
}

export function readWebhooks(settings: Settings): WebhookConfig {
  const proxy = settings.read('WEBHOOK_PROXY', url('http:'));
  return {
    webhooks: {
      trustedNetworks: settings.read('WEBHOOK_TRUSTED_NETWORKS', networks) ?? [],
      ...(proxy && { proxy }),
    },
    holdsDeliveries: settings.read('HOLD_DELIVERIES', flag) ?? false,
  };
}
