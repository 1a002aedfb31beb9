import type postgres from 'postgres';

export const SHARED_SESSIONS =
  'DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer: it gives the session of one connection to another.';
export const SHARED_SESSIONS_TODO = 'Set pool_mode = session there, or name PostgreSQL itself.';
/** Other clients of the pooler may take a session in between, so one round may see no change. */
const ROUNDS = 3;

/**
 * Finds out whether connections share the sessions of the server, as behind PgBouncer in transaction mode. The service
 * cannot use that: prepared statements are missing there, and responses belong to other statements.
 *
 * A session of PostgreSQL is a process with an id. Two connections that are open at the same time must have two, and
 * each must keep its own. All statements are unnamed: those with a name may be missing behind such a pooler.
 *
 * @param sql a pool of at least two connections
 */
export async function sharesSessions(sql: postgres.Sql): Promise<boolean> {
  const [one, two] = [await sql.reserve(), await sql.reserve()];
  try {
    const first = await sessionOf(one);
    for (let round = 0; round < ROUNDS; round += 1) {
      // An open transaction keeps a session for itself, in every mode.
      await two.unsafe('begin');
      const other = await sessionOf(two).finally(() => two.unsafe('rollback'));
      if (other === first || (await sessionOf(one)) !== first) return true;
    }
    return false;
  } finally {
    one.release();
    two.release();
  }
}

async function sessionOf(sql: postgres.Sql): Promise<number | undefined> {
  const [row] = await sql.unsafe<{ id: number }[]>('select pg_backend_pid() as id');
  return row?.id;
}
