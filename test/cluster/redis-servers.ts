import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../src/embedded/ports.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { makeFolder } from '../kit/folder.ts';
import { found, superviseIn, until } from '../kit/service-parts.ts';
import type { Supervised } from '../kit/supervise.ts';
import { makeCertificate } from '../net/support/certificate.ts';

/** What `docs/operating/processes.md` says that the user needs. */
const RIGHTS = '~bot-listing:* +@all -@dangerous +info';
const USER = { name: 'bots', password: 'p@ss:w%rd' };
const OPERATOR = 'of-the-operator';
const OF_SENTINEL = 'watch&er';

/** Several servers of Redis on loopback, and the REDIS_URL that leads to them. */
export interface RedisServers {
  readonly url: string;
  /** The file for NODE_EXTRA_CA_CERTS. */
  readonly authority: string;
  /** The servers without the Sentinels, by `host:port`. */
  readonly servers: ReadonlyMap<string, Supervised>;
}

interface Choice {
  /** TLS only, a user with few rights, and a password for Sentinel. */
  readonly isGuarded: boolean;
}

/** A Redis Cluster of three primaries with a replica each, whose servers are missed after two seconds. */
export async function startRedisCluster(parts: AsyncDisposableStack, choice: Choice): Promise<RedisServers> {
  const place = await prepare(parts, choice);
  const nodes = [];
  for (let index = 0; index < 6; index++) {
    const bus = await freePort(0);
    const node = await place.start(
      'cluster-enabled yes',
      'cluster-node-timeout 2000',
      'cluster-require-full-coverage no',
      `cluster-port ${bus}`,
      `cluster-config-file nodes-${index}.conf`,
    );
    nodes.push({ ...node, bus, id: String(await node.redis.call('CLUSTER', 'MYID')) });
  }
  const [first, ...others] = nodes;
  for (const { port, bus } of others) await first?.redis.call('CLUSTER', 'MEET', '127.0.0.1', port, bus);
  const knowsAll = async ({ redis }: { readonly redis: Redis }) => {
    if (!String(await redis.call('CLUSTER', 'INFO')).includes('cluster_known_nodes:6'))
      throw new Error('alone');
  };
  for (const node of nodes) await until('The Redis Cluster', () => knowsAll(node));
  const slots = [0, 5461, 10_923, 16_384];
  for (const [index, node] of nodes.entries()) {
    if (index >= 3) await node.redis.call('CLUSTER', 'REPLICATE', nodes[index - 3]?.id ?? '');
    else await node.redis.call('CLUSTER', 'ADDSLOTSRANGE', slots[index] ?? 0, (slots[index + 1] ?? 0) - 1);
  }
  const works = async ({ redis }: { readonly redis: Redis }) => {
    const says = `${await redis.call('CLUSTER', 'INFO')}${await redis.info('replication')}`;
    if (!/cluster_state:ok[\s\S]*(?:connected_slaves:1|master_link_status:up)/.test(says))
      throw new Error('not yet');
  };
  for (const node of nodes) await until('The Redis Cluster', () => works(node));
  const hosts = nodes.slice(0, 2).map(({ port }) => `127.0.0.1:${port}`);
  return { ...place, url: place.urlOf('cluster', hosts) };
}

/** A primary with a replica, and three Sentinels that miss it after a second. */
export async function startRedisSentinel(
  parts: AsyncDisposableStack,
  { isGuarded }: Choice,
): Promise<RedisServers> {
  const place = await prepare(parts, { isGuarded });
  const primary = await place.start();
  const replica = await place.start(`replicaof 127.0.0.1 ${primary.port}`);
  await until('The replica', async () => {
    if (!(await replica.redis.info('replication')).includes('master_link_status:up'))
      throw new Error('not yet');
  });
  const hosts: string[] = [];
  for (let index = 0; index < 3; index++) {
    const lines = [
      `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
      'sentinel down-after-milliseconds main 1000',
      'sentinel failover-timeout main 5000',
      ...(isGuarded ? [`sentinel auth-pass main ${OPERATOR}`, `requirepass ${OF_SENTINEL}`] : []),
    ];
    hosts.push(`127.0.0.1:${await place.startSentinel(lines)}`);
  }
  const url = place.urlOf('sentinel', hosts, '/main');
  return { ...place, url: isGuarded ? `${url}?sentinel_password=${encodeURIComponent(OF_SENTINEL)}` : url };
}

async function prepare(parts: AsyncDisposableStack, { isGuarded }: Choice) {
  const program = found(findProgram('redis-server', process.env.PATH ?? ''), 'redis-server (install Redis)');
  const folder = await makeFolder('redis', parts);
  const supervise = superviseIn(parts);
  const { cert, key } = makeCertificate(['127.0.0.1']);
  const authority = join(folder, 'ca.pem');
  await writeFile(authority, cert);
  await writeFile(join(folder, 'key.pem'), key);
  const tls = ['tls-cert-file ca.pem', 'tls-key-file key.pem', 'tls-ca-cert-file ca.pem'];
  const guarded = [...tls, 'tls-auth-clients no', 'tls-replication yes', 'tls-cluster yes'];
  const portLines = (port: number) =>
    isGuarded ? ['port 0', `tls-port ${port}`, ...guarded] : [`port ${port}`];
  const servers = new Map<string, Supervised>();

  const open = async (port: number, password: string) => {
    const options = { port, host: '127.0.0.1', ...(isGuarded && { password, tls: { ca: cert } }) };
    const redis = new Redis({ ...options, lazyConnect: true, retryStrategy: () => 100 });
    redis.on('error', () => {});
    parts.defer(() => redis.disconnect());
    await until('Redis', () => redis.ping());
    return redis;
  };
  /** A Sentinel writes to its file, too. */
  const run = async (port: number, lines: readonly string[], ...options: readonly string[]) => {
    const file = join(folder, `${port}.conf`);
    await writeFile(file, [`dir ${folder}`, ...portLines(port), 'bind 127.0.0.1', ...lines].join('\n'));
    return supervise({ command: program, args: [file, ...options] });
  };

  return {
    servers,
    authority,
    urlOf(kind: string, hosts: readonly string[], path = ''): string {
      const user = isGuarded ? `${USER.name}:${encodeURIComponent(USER.password)}@` : '';
      return `redis${isGuarded ? 's' : ''}+${kind}://${user}${hosts.join(',')}${path}`;
    },
    async start(...options: readonly string[]) {
      const port = await freePort(0);
      const users = [
        `requirepass ${OPERATOR}`,
        `masterauth ${OPERATOR}`,
        `user ${USER.name} on >${USER.password} ${RIGHTS}`,
      ];
      const lines = ['save ""', 'repl-diskless-sync-delay 0', ...options, ...(isGuarded ? users : [])];
      servers.set(`127.0.0.1:${port}`, await run(port, lines));
      return { port, redis: await open(port, OPERATOR) };
    },
    /** @returns its port, once it knows the replica */
    async startSentinel(lines: readonly string[]): Promise<number> {
      const port = await freePort(0);
      await run(port, lines, '--sentinel');
      const redis = await open(port, OF_SENTINEL);
      await until('Sentinel', async () => {
        if (!/slaves=[1-9]/.test(await redis.info('sentinel'))) throw new Error('no replica yet');
      });
      return port;
    },
  };
}
