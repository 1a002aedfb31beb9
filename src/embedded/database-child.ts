import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { failWith, reportLog } from './child-side.ts';
import { type GuardContext, runGuard } from './guard.ts';

/** The options that database.ts sends to its child. */
export interface DatabaseChildOptions {
  dataDir: string;
  socket: string;
}

const MAX_IDLE_IN_TRANSACTION_MS = 60_000;
// PGlite has no background processes: without these the write-ahead log grows, and the planner has no statistics.
const CHECKPOINT_EVERY_MS = 60_000;
/** A plan that was made for an empty table stays until there are statistics, so the first ones come soon. */
const FIRST_VACUUM_MS = 60_000;
/** The time between two of them doubles up to this. */
const MAX_VACUUM_MS = 30 * 60_000;

async function serve({ options, closing, gone }: GuardContext<DatabaseChildOptions>): Promise<void> {
  // Loaded only now, so that a process that waits for the lock needs little memory.
  const [{ PGlite }, { pg_trgm }, { servePostgres }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('./postgres-server.ts'),
  ]);
  const startedAt = performance.now();
  const folder = join(options.dataDir, 'postgres');
  // A killed process left this file. No other process uses it, since this one holds the lock.
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  const db = await PGlite.create(folder, { extensions: { pg_trgm } });
  if (gone.aborted) return;
  closing.defer(() => db.close());
  const server = await servePostgres({
    db,
    path: options.socket,
    maxIdleMs: MAX_IDLE_IN_TRANSACTION_MS,
    onFatal: failWith,
  });
  const checkpoints = setInterval(() => server.execute('CHECKPOINT'), CHECKPOINT_EVERY_MS);
  let vacuum: NodeJS.Timeout;
  const vacuumAfter = (ms: number) => {
    vacuum = setTimeout(() => {
      server.execute('VACUUM (ANALYZE)');
      vacuumAfter(Math.min(2 * ms, MAX_VACUUM_MS));
    }, ms);
  };
  vacuumAfter(FIRST_VACUUM_MS);
  closing.defer(async () => {
    clearInterval(checkpoints);
    clearTimeout(vacuum);
    await server.close();
  });
  reportLog('info', 'The embedded database is open.', { ms: Math.round(performance.now() - startedAt) });
}

if (import.meta.main) runGuard('postgres.lock', serve);
