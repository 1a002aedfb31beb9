import { checkHealth, type Health } from '../domain/health.ts';
import { builder } from './builder.ts';
import { record } from './record.ts';

const HealthRef = record<Health>('Health')('The health of the service.', {
  ok: ['Boolean', 'Whether the service works. Only the database decides.'],
  database:
    '`ok`, `read-only` (it stores nothing: its disk is full, for example), `outdated` (only an older copy of it is ' +
    'there, which is not used) or `unavailable`.',
  temporal:
    '`ok`, `unavailable` (no process that sends webhooks is connected to it, so deliveries wait) or `not used` ' +
    '(deliveries are held, or nothing of it is known).',
  redis: '`ok`, `unavailable` (the rate limiter allows all requests) or `not used`.',
  deliveries:
    '`ok`, `held` (the operator lets votes be recorded, and sends no webhook) or `no worker` (webhooks wait, since ' +
    'no process sends them).',
});

builder.queryField('health', (t) =>
  t.field({
    type: HealthRef,
    // Each call checks the database and Temporal.
    complexity: 100,
    // It must report a database outage also to users whose session cannot be looked up.
    skipTypeScopes: true,
    description: 'Reports the health of the service, to tell its faults from faults of your integration.',
    resolve: (_, __, { services }) => checkHealth(services),
  }),
);
