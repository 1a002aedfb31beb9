import { refusesWrites } from '../../db/away.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** Where a process finds its database. */
export interface Place {
  /** The addresses of its servers, such as `10.0.0.5:5432`, or the folder of the embedded one. */
  readonly addresses: readonly string[];
  /** The address of the site. A copy for tests often has all but this in common with its original. */
  readonly site: string;
}

/** Whether all deliveries are held. */
export interface Hold {
  readonly isHeld: boolean;
  /** For the look that found a copy: where the database was used before, and where it is now. */
  readonly moved?: { readonly from: readonly string[]; readonly to: readonly string[] };
}

/**
 * Finds whether all deliveries, notices and emails are held, and holds them when the database is a copy: when it was
 * never used at this place, and its server has been started since it was last used. So a new address of a running server
 * holds nothing.
 *
 * The place is that of the cluster and the database in it, which a restored dump does not share, and the address and
 * the site, which a base backup or a snapshot does not share. The timeline is none of it: it also grows with a failover.
 */
export async function lookForHold({ db }: WithDatabase, place: Place): Promise<Hold> {
  const { sql } = db;
  const [row] = await sql<Row[]>`
    select coalesce(has_function_privilege(to_regprocedure('pg_control_system()'), 'execute'), false) as "seesCluster",
      pg_database.oid, places, held as "isHeld",
      started_at = pg_postmaster_start_time()::timestamptz(3) as "isSameStart"
    from pg_database left join instance on true where datname = current_database()`;
  const { seesCluster, oid, places, isHeld, isSameStart } = row as Row;
  // A statement of its own: PostgreSQL refuses one that names the function, whether or not it is called.
  const [cluster] = seesCluster
    ? await sql<{ id: string }[]>`
    select system_identifier::text as id from pg_control_system()`
    : [];
  const database = `${cluster?.id ?? ''}/${oid}`;
  const here = place.addresses.map((address) => [database, address, place.site].filter(Boolean).join(' '));
  if (!places) {
    await sql`
      insert into instance (places, held, started_at) values (${here}, false, pg_postmaster_start_time())
      on conflict do nothing`;
    return lookForHold({ db }, place);
  }
  const isSameServer = isSameStart && places.some((place) => isSame(place.split(' ')[0] ?? '', database));
  const isHome = isSameServer || here.some((one) => places.some((other) => isSame(other, one)));
  const all = isHome ? [...new Set([...places, ...here])] : here;
  const known = all.filter((one) => !all.some((other) => other !== one && other.endsWith(one)));
  if (isHome && isSameStart && known.every((one) => places.includes(one))) return { isHeld };
  try {
    await sql`
      update instance set places = ${known}, held = held or ${!isHome}, started_at = pg_postmaster_start_time()`;
  } catch (error) {
    // What is held is held without it. The next look tries again.
    if (!refusesWrites(error)) throw error;
  }
  return isHome || places.length === 0
    ? { isHeld: isHeld || !isHome }
    : { isHeld: true, moved: { from: places, to: here } };
}

/** Some roles do not see the cluster. Their places lack it, and are the end of those with it. */
const isSame = (one: string, other: string) => one.endsWith(other) || other.endsWith(one);

interface Row {
  readonly seesCluster: boolean;
  readonly oid: number;
  /** Absent in a database that no process has used. */
  readonly places: readonly string[] | null;
  readonly isHeld: boolean;
  readonly isSameStart: boolean;
}

/** Whether all deliveries are held. Before the first process has looked, they are not. */
export async function isHeldNow({ db }: WithDatabase): Promise<boolean> {
  const [row] = await db.sql<{ isHeld: boolean }[]>`select held as "isHeld" from instance`;
  return row?.isHeld === true;
}

/** Holds all deliveries, notices and emails. Running processes learn it within a second. */
export async function holdAll({ db }: WithDatabase): Promise<void> {
  await db.sql`
    insert into instance (places, held, started_at) values ('{}', true, pg_postmaster_start_time())
    on conflict (id) do update set held = true`;
}

/** Lets all that is held go on. Running processes learn it within a second. */
export async function releaseAll({ db }: WithDatabase): Promise<void> {
  await db.sql`update instance set held = false`;
}
