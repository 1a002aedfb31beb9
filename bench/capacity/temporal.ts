import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { temporalPrograms } from '../../test/cluster/temporal-programs.ts';
import { joinTemporal, startTemporalServer } from '../../test/cluster/temporal-server.ts';
import { temporalCli } from '../../test/kit/parts.ts';
import { findPostgres, startPostgres } from '../../test/kit/postgres.ts';
import { until } from '../../test/kit/service-parts.ts';

const run = promisify(execFile);

/** Temporal's server as in production, with a PostgreSQL server of its own. */
export interface Cluster {
  readonly address: string;
  /** The process ids of its servers. */
  readonly temporal: readonly number[];
  /** The process id of its PostgreSQL. */
  readonly storage: number;
  /** Bytes of its databases. */
  bytes(): Promise<number>;
  /** Transactions that its databases have committed so far. */
  transactions(): Promise<number>;
}

/**
 * @param folder for its configuration
 * @param servers how many
 */
export async function startCluster(
  folder: string,
  parts: AsyncDisposableStack,
  servers: number,
): Promise<Cluster> {
  const path = process.env.PATH ?? '';
  const [cli, program] = [await temporalCli(path), await findPostgres(path)];
  if (!cli || !program) throw new Error('This measurement needs the Temporal CLI and PostgreSQL.');
  const programs = await temporalPrograms(path);
  const storage = await startPostgres(program, parts, { settings: { max_connections: '200' } });
  const sql = postgres(storage.url, { max: 1, onnotice: () => {} });
  parts.defer(() => sql.end());
  await until("Temporal's PostgreSQL", () => sql`select 1`);
  const { address, server } = await startTemporalServer(programs, storage.url, folder, parts);
  const all = [server];
  while (all.length < servers) {
    const own = join(folder, `temporal-${all.length}`);
    all.push((await joinTemporal(programs, storage.url, own, parts)).server);
  }
  const namespace = ['operator', 'namespace', 'create', '--namespace', 'default', '--retention', '72h'];
  await until('Temporal', () => run(cli, [...namespace, '--address', address, '--command-timeout', '5s']));
  return {
    address,
    temporal: all.map(({ pid }) => pid ?? 0),
    storage: storage.server.pid ?? 0,
    async bytes() {
      const [row] =
        await sql`select sum(pg_database_size(datname)) as bytes from pg_database where datname ~ '^temporal'`;
      return Number(row?.bytes);
    },
    async transactions() {
      const [row] =
        await sql`select sum(xact_commit) as count from pg_stat_database where datname ~ '^temporal'`;
      return Number(row?.count);
    },
  };
}
