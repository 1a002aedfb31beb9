import type { PartStatus, Services } from './services.ts';

const DATABASE_TIMEOUT_MS = 2000;

export interface Health {
  readonly ok: boolean;
  readonly database: PartStatus;
  readonly temporal: PartStatus;
  readonly redis: PartStatus;
}

/**
 * Tells whether the service can do its work (`GET /api/health`, section 4 of the contract). Only the database
 * decides: without Temporal deliveries wait, and without Redis the limiter lets requests through.
 */
export async function checkHealth(services: Pick<Services, 'db' | 'partStatus'>): Promise<Health> {
  const [database, parts] = await Promise.all([checkDatabase(services), services.partStatus()]);
  return { ok: database === 'ok', database, ...parts };
}

async function checkDatabase({ db }: Pick<Services, 'db'>): Promise<PartStatus> {
  const timeout = new Promise<PartStatus>((resolve) => {
    setTimeout(resolve, DATABASE_TIMEOUT_MS, 'unavailable').unref();
  });
  const answer = db.sql`select 1`.then(
    (): PartStatus => 'ok',
    (): PartStatus => 'unavailable',
  );
  return Promise.race([answer, timeout]);
}
