import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Role } from '../../src/app.ts';
import { ownDatabase } from './database.ts';
import { startService, type TestService } from './service.ts';

export interface OwnService extends TestService {
  /** What another service needs to share the database. */
  readonly environment: Record<string, string>;
}

/**
 * Starts a service with a database of its own, for tests whose deliveries other tests' dispatchers must not claim.
 *
 * @param environment variables over those of the run
 * @param log in the place of standard output
 */
export async function startOwnService(
  environment: Record<string, string> = {},
  role: Role = 'web',
  log?: Logger,
): Promise<OwnService> {
  const parts = new AsyncDisposableStack();
  const own = {
    ...(await ownDatabase(parts)),
    LOG_LEVEL: 'error',
    // Workers of other databases must not find its workflows.
    TEMPORAL_TASK_QUEUE: randomUUID(),
    ...environment,
  };
  const service = await startService(own, role, log);
  parts.defer(() => service.close());
  const close = () => parts.disposeAsync();
  return { ...service, environment: own, close, [Symbol.asyncDispose]: close };
}
