import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { temporalPrograms } from '../../test/cluster/temporal-programs.ts';
import { startTemporalServer } from '../../test/cluster/temporal-server.ts';
import { temporalCli } from '../../test/kit/parts.ts';
import { findPostgres, startPostgres } from '../../test/kit/postgres.ts';

const run = promisify(execFile);

/** Temporal's server as in production, with a PostgreSQL server of its own. */
export interface Cluster {
  readonly address: string;
  /** Process ids. */
  readonly temporal: number;
  readonly storage: number;
  /** Bytes of its databases. */
  bytes(): Promise<number>;
  /** Transactions that its databases have committed so far. */
  transactions(): Promise<number>;
}

/** @param folder for its configuration */
export async function startCluster(folder: string, parts: AsyncDisposableStack): Promise<Cluster> {
  const path = process.env.PATH ?? '';
  const [cli, program] = [await temporalCli(path), await findPostgres(path)];
  if (!cli || !program) throw new Error('This measurement needs the Temporal CLI and PostgreSQL.');
  const programs = await temporalPrograms(path);
  const storage = await startPostgres(program, parts, { settings: { max_connections: '200' } });
  const sql = postgres(storage.url, { max: 1, onnotice: () => {} });
  parts.defer(() => sql.end());
  const until = async (work: () => Promise<unknown>) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries > 120) throw error;
        await delay(500);
      }
    }
  };
  await until(() => sql`select 1`);
  const { address, server } = await startTemporalServer(programs, storage.url, folder, parts);
  const namespace = ['operator', 'namespace', 'create', '--namespace', 'default', '--retention', '72h'];
  await until(() => run(cli, [...namespace, '--address', address, '--command-timeout', '5s']));
  return {
    address,
    temporal: server.pid ?? 0,
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
