import { z } from 'zod';
import type { Reading } from './reading.ts';
import { flag, networks, url } from './values.ts';

export const webhooks = z
  .object({
    HOLD_DELIVERIES: flag.optional().meta({
      description: 'Send nothing; votes are recorded, and their deliveries wait',
      example: 'true',
      isGrave: true,
    }),
    WEBHOOK_TRUSTED_NETWORKS: networks.default([]).meta({
      description: 'Networks that webhooks may reach besides public addresses',
      example: '127.0.0.0/8',
    }),
    WEBHOOK_PROXY: url('http:').optional().meta({
      description: 'An HTTP proxy (CONNECT) for all outbound requests',
      example: 'http://proxy.internal:3128',
      isSecret: true,
      isGrave: true,
    }),
  })
  .meta({
    title: 'Webhooks and outbound requests',
    notes: `
Webhooks reach trusted networks by http too, and on every port. This is for development.

\`HOLD_DELIVERIES=true\` belongs in every process of a service: workers then connect to no Temporal, and web processes
tell owners. Without it, everything that waits goes on. Start each
[copy of the database](operating/database.md#start-a-copy-without-sending) with it.
`,
  });

export function readWebhooks({ values }: Reading<typeof webhooks>) {
  const proxy = values.WEBHOOK_PROXY;
  return {
    webhooks: { trustedNetworks: values.WEBHOOK_TRUSTED_NETWORKS, ...(proxy !== undefined && { proxy }) },
    /** Votes are recorded, and nothing is sent: this may be a copy of another service. */
    holdsDeliveries: values.HOLD_DELIVERIES ?? false,
  };
}
