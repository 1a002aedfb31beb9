import { z } from 'zod';
import type { Settings } from './settings.ts';
import { flag, integer, text } from './values.ts';

export interface InterfaceConfig {
  readonly graphiql: boolean;
  /** Whether everybody may read the schema. Otherwise only admins may. */
  readonly introspection: boolean;
  /** Where operators read metrics; absent when the service has no metrics port. */
  readonly metrics?: { readonly host: string; readonly port: number };
  readonly logLevel: string;
}

const level = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

export function readInterfaces({ read }: Settings): InterfaceConfig {
  const port = read('METRICS_PORT', integer(0, 65535));
  const host = read('METRICS_HOST', text) ?? '127.0.0.1';
  return {
    graphiql: read('GRAPHIQL', flag) ?? true,
    introspection: read('INTROSPECTION', flag) ?? true,
    ...(port !== undefined && { metrics: { host, port } }),
    logLevel: read('LOG_LEVEL', level) ?? 'info',
  };
}
