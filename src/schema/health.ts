import { checkHealth, type Health } from '../domain/health.ts';
import { builder } from './builder.ts';

const HealthRef = builder.objectRef<Health>('Health').implement({
  description: 'Whether the service can do its work.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Only the database decides.' }),
    database: t.exposeString('database', { description: '`ok` or `unavailable`.' }),
    temporal: t.exposeString('temporal', {
      description: '`ok`, `unavailable` (deliveries wait) or `not used` by this process.',
    }),
    redis: t.exposeString('redis', {
      description: '`ok`, `unavailable` (limits let requests through) or `not used`.',
    }),
  }),
});

builder.queryField('health', (t) =>
  t.field({
    type: HealthRef,
    // It asks the database and Temporal each time.
    complexity: 100,
    // It tells that the database is away also to those whose session cannot be looked up then.
    skipTypeScopes: true,
    description: 'Tells a fault of the service from a fault in an integration.',
    resolve: (_, __, { services }) => checkHealth(services),
  }),
);
