import { randomBytes } from 'node:crypto';
import { type App, startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { type Seeded, type SeedSize, seed } from '../src/seed/seed.ts';
import { createLog } from '../src/telemetry/log.ts';
import { makeFolder } from '../test/kit/folder.ts';

/*
 * Not in `support.ts`: the pages that this loads need a loader, which most measurements run without.
 */

/**
 * Starts the service's web process, with sample data and a database of its own unless DATABASE_URL names one.
 *
 * @param parts closes it
 */
export async function startSeeded(
  size: SeedSize,
  parts: AsyncDisposableStack,
): Promise<{ readonly app: App; readonly url: string; readonly seeded: Seeded }> {
  const dataDir = await makeFolder('bench', parts);
  const config = readConfig({
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...process.env,
    ...{ HOST: '127.0.0.1', DATA_DIR: dataDir, PORT: '0' },
  });
  const app = await startApp(config, 'web', createLog('warn', 2));
  parts.defer(() => app.close());
  return { app, url: `http://127.0.0.1:${app.port}`, seeded: await seed(app.services, size) };
}
