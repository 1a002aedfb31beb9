import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { freePort } from '../../src/embedded/ports.ts';
import { type Supervised, supervise } from '../kit/supervise.ts';
import type { TemporalPrograms } from './temporal-programs.ts';

const run = promisify(execFile);
const STORES = { temporal: 'postgresql/v12/temporal', temporal_visibility: 'postgresql/v12/visibility' };
const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const;

/** A Temporal server whose storage is PostgreSQL. */
export interface TemporalServer {
  readonly address: string;
  readonly server: Supervised;
}

/**
 * Makes Temporal's databases and starts its server on loopback. The namespace must be made afterwards.
 *
 * @param storage the URL of a PostgreSQL server whose user may create databases
 * @param folder for its configuration
 */
export async function startTemporalServer(
  programs: TemporalPrograms,
  storage: string,
  folder: string,
  opened: AsyncDisposableStack,
): Promise<TemporalServer> {
  await makeStores(programs, storage);
  return await joinTemporal(programs, storage, folder, opened);
}

/** Starts another server on the databases of {@link startTemporalServer}, with the same parameters. */
export async function joinTemporal(
  programs: TemporalPrograms,
  storage: string,
  folder: string,
  opened: AsyncDisposableStack,
): Promise<TemporalServer> {
  // Temporal stores them in a column for numbers up to 32 767.
  const ports = Object.fromEntries(
    await Promise.all(
      SERVICES.map(
        async (name) => [name, { grpc: await freePort(0), membership: await freePort(0) }] as const,
      ),
    ),
  ) as Record<(typeof SERVICES)[number], { grpc: number; membership: number }>;
  const address = `127.0.0.1:${ports.frontend.grpc}`;
  const config = join(folder, 'config');
  await mkdir(config, { recursive: true });
  await writeFile(
    join(config, 'cluster.yaml'),
    JSON.stringify(configOf(storage, ports, address), undefined, 2),
  );
  const server = supervise({
    command: programs.server,
    args: ['--root', folder, '--config', 'config', '--env', 'cluster', 'start'],
  });
  opened.defer(() => server.stop());
  return { address, server };
}

async function makeStores({ sqlTool }: TemporalPrograms, storage: string): Promise<void> {
  const { hostname, port, username } = new URL(storage);
  const admin = postgres(storage, { max: 1 });
  try {
    for (const name of Object.keys(STORES)) await admin.unsafe(`create database ${name}`);
  } finally {
    await admin.end();
  }
  for (const [name, schema] of Object.entries(STORES)) {
    const options = ['--plugin', 'postgres12', '--ep', hostname, '-p', port, '-u', username, '--db', name];
    await run(sqlTool, [...options, 'setup-schema', '-v', '0.0']);
    await run(sqlTool, [...options, 'update-schema', '--schema-name', schema]);
  }
}

/** YAML is a superset of JSON. */
function configOf(
  storage: string,
  ports: Record<string, { grpc: number; membership: number }>,
  rpcAddress: string,
): object {
  const { host, username } = new URL(storage);
  const store = (databaseName: string) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: host,
      connectProtocol: 'tcp',
      user: username,
      password: '',
      maxConns: 20,
      maxIdleConns: 20,
      maxConnLifetime: '1h',
    },
  });
  const rpc = ({ grpc, membership }: { grpc: number; membership: number }) => ({
    rpc: { grpcPort: grpc, membershipPort: membership, bindOnLocalHost: true },
  });
  return {
    log: { stdout: true, level: 'error' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: 4,
      datastores: { default: store('temporal'), visibility: store('temporal_visibility') },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(Object.entries(ports).map(([name, both]) => [name, rpc(both)])),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
  };
}
