import { z } from 'zod';
import type { Reading } from './reading.ts';
import { choice, flag, integer, text } from './values.ts';

const level = choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

export const interfaces = z
  .object({
    GRAPHIQL: flag.default(true).describe('The GraphQL editor at `/graphql`'),
    INTROSPECTION: flag
      .default(true)
      .meta({ description: 'With `false`, only admins can read the schema', isGrave: true }),
    METRICS_PORT: integer(0, 65535)
      .optional()
      .meta({ description: 'Serves Prometheus metrics and probes on this port', example: '9464' }),
    METRICS_HOST: text.default('127.0.0.1').describe('Address of that port'),
    LOG_LEVEL: level.default('info').describe('Which lines are logged'),
  })
  .meta({ title: 'Interfaces and logs' });

export function readInterfaces({ values }: Reading<typeof interfaces>) {
  const port = values.METRICS_PORT;
  return {
    graphiql: values.GRAPHIQL,
    /** Whether everybody may read the schema. Otherwise only admins may. */
    introspection: values.INTROSPECTION,
    /** Where operators read metrics; absent when the service has no metrics port. */
    ...(port !== undefined && { metrics: { host: values.METRICS_HOST, port } }),
    logLevel: values.LOG_LEVEL,
  };
}
