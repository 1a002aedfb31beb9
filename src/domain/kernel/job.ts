import type { WithClock, WithDatabase } from './needs.ts';

/** A job that processes share: one of them does it at a time. */
export interface Job {
  readonly name: string;
  /** After this time in milliseconds, another process may take the job of one that died. The work must end before. */
  readonly leaseMs: number;
}

/** When a job is due again, and where it goes on. */
export interface NextRun {
  readonly inMs: number;
  readonly place: string;
}

/**
 * Does a job if it is due and nobody else is doing it. The time of the next run is stored, so a restart changes
 * nothing.
 *
 * @param work gets the place where the run before ended, empty at first; returns after how many milliseconds the job is
 *   due again, and the place if it has one
 * @returns whether this process did it
 * @throws the error of the work; the job is due again when its lease ends
 */
export async function doIfDue(
  { db: { sql }, now }: WithDatabase & WithClock,
  { name, leaseMs }: Job,
  work: (place: string) => Promise<number | NextRun>,
): Promise<boolean> {
  const at = now();
  const leasedUntil = new Date(at.getTime() + leaseMs);
  // A lease with an end in the far future comes from a wrong clock, and is ignored.
  const [leased] = await sql<{ place: string }[]>`
    insert into jobs (name, due_at, leased_until) values (${name}, ${at}, ${leasedUntil})
    on conflict (name) do update set leased_until = excluded.leased_until
    where jobs.due_at <= ${at} and (
      jobs.leased_until is null or jobs.leased_until <= ${at}
      or jobs.leased_until > ${new Date(at.getTime() + 2 * leaseMs)})
    returning place`;
  if (!leased) return false;
  const next = await work(leased.place);
  const { inMs, place } = typeof next === 'number' ? { inMs: next, place: '' } : next;
  await sql`
    update jobs set due_at = ${new Date(now().getTime() + inMs)}, leased_until = null, place = ${place}
    where name = ${name} and leased_until = ${leasedUntil}`;
  return true;
}

/**
 * Measures how long ago jobs were due, in seconds: 0 before that.
 *
 * @param measured those that somebody does: what a setting has ended has a row that ages
 */
export function measureLateness({ db: { sql }, now }: WithDatabase & WithClock, measured: readonly Job[]) {
  return sql<{ name: string; seconds: number }[]>`
    select name, greatest(0, extract(epoch from ${now()}::timestamptz - due_at))::float8 as seconds
    from jobs where name = any(${measured.map(({ name }) => name)}::text[])`;
}
