import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { adminOf } from '../kit/admin.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { makeFolder } from '../kit/folder.ts';
import { given } from '../kit/given.ts';
import { startOAuthServer } from '../kit/oauth-server.ts';
import { startPostgres } from '../kit/postgres.ts';
import { present } from '../kit/present.ts';
import { startReceiver } from '../kit/receiver.ts';
import { startRedis } from '../kit/redis.ts';
import { createDatabase } from '../kit/server-database.ts';
import { forFile, startOwnService } from '../kit/service.ts';
import { until } from '../kit/service-parts.ts';
import { makeCertificate } from '../net/support/certificate.ts';

const cli = inject('parts').temporal;

interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'problem';
  readonly says: string;
  readonly todo?: string;
}

const parts = await forFile(new AsyncDisposableStack());
const service = await forFile(startOwnService());
await given(service.services).listing().withWebhook('https://receiver.example/hook').approved();

async function isStandby(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<{ isStandby: boolean }[]>`select pg_is_in_recovery() as "isStandby"`;
    return row?.isStandby === true;
  } finally {
    await sql.end();
  }
}

/** @returns the exit code, and the findings by the name of their check */
async function examine(environment: Record<string, string>, ...args: string[]) {
  const { code, stdout } = await adminOf(environment)('doctor', '--json', ...args);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  for (const { level, says, todo } of findings) {
    expect(says).toMatch(/\.$/);
    expect(todo === undefined).toBe(level === 'ok');
  }
  const all = (name: string) => findings.filter(({ check }) => check === name);
  return { code, stdout, all, of: (name: string) => all(name)[0] };
}

/** @returns the port, on loopback */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  parts.defer(() => void server.close());
  return (server.address() as { port: number }).port;
}

/** Repeats it while the machine is too busy for the time limit of a check. */
async function examineWith(check: string, environment: Record<string, string>) {
  for (let turn = 1; ; turn += 1) {
    const found = await examine(environment);
    if (found.of(check) || turn === 3) return found;
  }
}

describe.skipIf(!cli)('With all parts there', () => {
  test('each check is ok, and a worker, the search attributes and the key ids are named', async () => {
    installTemporalRuntime(createLog('error'));
    const temporal = await startDevServer(cli ?? '', parts);
    const redis = await startRedis();
    parts.defer(async () => redis?.stop());
    const provider = await startOAuthServer();
    parts.defer(() => provider.close());
    const working = await startOwnService({ TEMPORAL_ADDRESS: temporal.address }, 'all');
    parts.defer(() => working.close());
    await working.deliveriesReady;
    const { bots } = await working.seed({ bots: 3 });
    const environment = {
      ...working.environment,
      ...provider.environment,
      ...(redis && { REDIS_URL: redis.url }),
      WEBHOOK_TRUSTED_NETWORKS: '',
    };
    const { code, of } = await examineWith('worker', environment);
    const names = [
      'database',
      'migrations',
      'clock',
      'key',
      'temporal',
      'search-attributes',
      'worker',
      'redis',
    ];
    for (const name of [...names, 'oauth', 'egress']) expect(of(name)).toMatchObject({ level: 'ok' });
    expect(of('database')?.says).toMatch(/^PostgreSQL 1\d.* responds\. The database has \d+ MB\.$/);
    expect(of('key')?.says).toMatch(
      new RegExp(`^Secrets: ${bots.length} by [0-9a-f]{8}\\. All can be opened\\.$`),
    );
    expect(of('worker')?.says).toContain(working.environment.TEMPORAL_TASK_QUEUE);
    if (redis) expect(of('redis')?.says).toMatch(/^Redis \d+\..* Its eviction policy is noeviction\.$/);
    expect(of('connections')).toMatchObject({ level: 'ok', says: expect.stringMatching(/ of \d+ /) });
    expect(code).toBe(0);

    if (redis) {
      const client = new Redis(redis.url);
      await client.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
      client.disconnect();
      const full = await examineWith('redis', environment);
      expect(full.of('redis')).toMatchObject({
        level: 'warning',
        todo: expect.stringContaining('noeviction'),
      });
    }

    // Temporal goes on to name a worker that was killed.
    const { sql } = working.services.db;
    await expect.poll(async () => (await sql`select from processes where delivers`).length).toBe(1);
    await sql`create rule silent as on insert to processes do instead nothing`;
    await sql`update processes set seen_at = seen_at - interval '33 seconds'`;
    const dead = await examineWith('worker', environment);
    expect([dead.code, dead.of('worker')]).toMatchObject([
      1,
      {
        level: 'problem',
        says: expect.stringMatching(/^No worker runs.* last was seen \d\d seconds ago\.$/),
      },
    ]);
    await sql`drop rule silent on processes`;

    // Another task queue has no worker.
    const other = await examineWith('worker', { ...environment, TEMPORAL_TASK_QUEUE: 'nobody' });
    expect([other.code, other.of('worker')]).toMatchObject([1, { level: 'problem' }]);
    const unknown = await examine({ ...environment, TEMPORAL_NAMESPACE: 'nowhere' });
    expect([unknown.code, unknown.of('temporal')]).toMatchObject([
      1,
      { level: 'problem', says: expect.stringContaining('no namespace "nowhere"') },
    ]);
  }, 120_000);
});

/** As PostgreSQL does: TLS begins when the client has asked for it. */
const startPostgresTls = (certificate: ReturnType<typeof makeCertificate>) =>
  listen(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {});
      });
    }),
  );

describe('A mistake', () => {
  test('in the settings is a problem each, and nothing else is checked', async () => {
    const { code, of } = await examine({ PORT: 'x' });
    expect([code, of('settings')]).toMatchObject([
      1,
      { level: 'problem', says: expect.stringMatching(/^PORT /) },
    ]);
    expect(of('database')).toBeUndefined();
  });

  test('in the key is a problem that names the right key, and changes nothing', async () => {
    const wrong = { ...service.environment, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const { code, of } = await examine(wrong);
    expect([code, of('key')]).toMatchObject([
      1,
      { level: 'problem', todo: expect.stringMatching(/[0-9a-f]{8}\.$/) },
    ]);
  });

  test('in the address is told for people outside this machine only', async () => {
    const site = { ...service.environment, HOST: '0.0.0.0', PUBLIC_URL: 'http://bots.example' };
    const open = await examine(site);
    expect([open.code, open.of('public-url'), open.of('proxies')]).toMatchObject([
      1,
      { level: 'problem' },
      { level: 'warning' },
    ]);
    const closed = await examine({
      ...site,
      PUBLIC_URL: 'https://bots.example',
      TRUSTED_PROXIES: '10.0.0.0/8',
    });
    expect([closed.of('public-url'), closed.of('proxies')]).toMatchObject([{ level: 'ok' }, { level: 'ok' }]);
  });

  test('in the networks of webhooks, and a URL that cannot be reached, are told', async () => {
    const receiver = await startReceiver();
    parts.defer(() => receiver.close());
    const trusting = { ...service.environment, WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8' };
    const reached = await examine(trusting, '--egress-url', 'http://127.0.0.1:1/');
    expect(reached.of('egress')).toMatchObject({
      level: 'warning',
      says: expect.stringContaining('127.0.0.1'),
    });
    expect(reached.of('egress-url')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('refused'),
    });
    const guarded = await examine(
      { ...trusting, WEBHOOK_TRUSTED_NETWORKS: '' },
      '--egress-url',
      receiver.url,
    );
    expect(guarded.of('egress')).toMatchObject({ level: 'ok' });
    expect(guarded.of('egress-url')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('blocked'),
    });
    expect(receiver.received).toHaveLength(0);
  });

  test('in PostgreSQL, such as missing tables or connections, is told, and the tables stay missing', async () => {
    const url = await createDatabase(present(inject('environment').DATABASE_URL), parts);
    const { of } = await examine({ DATABASE_URL: url, DATABASE_POOL_SIZE: '500' });
    expect(of('connections')).toMatchObject({ level: 'warning', todo: expect.stringContaining('500') });
    expect(of('migrations')).toMatchObject({
      level: 'warning',
      says: expect.stringMatching(/^\d\d migrations /),
    });
    expect((await examine({ DATABASE_URL: url })).of('migrations')?.says).toBe(of('migrations')?.says);
  });

  test.skipIf(!inject('parts').redis)('in Redis, which is a replica, is told', async () => {
    const redis = await startRedis();
    parts.defer(async () => redis?.stop());
    const client = new Redis(redis?.url ?? '');
    await client.replicaof('127.0.0.1', 1);
    client.disconnect();
    const { of } = await examineWith('redis', { ...service.environment, REDIS_URL: redis?.url ?? '' });
    expect(of('redis')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('READONLY'),
      todo: expect.stringContaining('Set REDIS_URL to the primary'),
    });
  });

  test.skipIf(!inject('parts').postgres)('in PostgreSQL, which is a standby, is told', async () => {
    const { server, url, folder } = await startPostgres(inject('parts').postgres ?? '', parts);
    await until('PostgreSQL', () => isStandby(url));
    await writeFile(join(folder, 'cluster', 'standby.signal'), '');
    server.kill('SIGINT');
    await until('The standby', async () => {
      if (!(await isStandby(url))) throw new Error('It is a primary.');
    });
    const { code, of } = await examineWith('database', { DATABASE_URL: url });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('is a standby'),
      todo: expect.stringContaining('target_session_attrs=primary'),
    });
  });

  test.skipIf(!inject('parts').postgres)('with replicas, each is told apart', async () => {
    const program = inject('parts').postgres ?? '';
    const { url } = await startPostgres(program, parts);
    await until('PostgreSQL', () => isStandby(url));
    const standby = await startPostgres(program, parts, { standbyOf: url });
    await until('The standby', () => isStandby(standby.url));
    const away = `127.0.0.1:${await listen(createServer((socket) => socket.destroy()))}`;
    const untrusted = await startPostgresTls(makeCertificate(['localhost']));
    const urls = [
      standby.url,
      url,
      present(service.environment.DATABASE_URL),
      `postgres://bots:secret@${away}/bots`,
      standby.url.replace(/postgres$/, 'missing'),
      `${standby.url}?sslmode=require`,
      `postgres://bots:secret@localhost:${untrusted}/bots?sslmode=verify-full`,
    ];
    const environment = { ...service.environment, DATABASE_URL: url, DATABASE_REPLICA_URL: urls.join(' ') };
    const { stdout, all } = await examine(environment);
    expect(all('replicas')).toMatchObject([
      { level: 'ok', says: expect.stringMatching(/ follows the database\.$/) },
      { level: 'ok', says: expect.stringMatching(/ is the primary at the moment, so it is passed over\.$/) },
      { level: 'warning', says: expect.stringMatching(/ is no copy of this database\.$/) },
      {
        level: 'problem',
        says: expect.stringMatching(`^The replica ${away} .* (CONNECTION_CLOSED|Error ECONNRESET)\\.$`),
      },
      { level: 'problem', says: expect.stringMatching(/ refuses the connection: PostgresError 3D000\.$/) },
      { level: 'problem', says: expect.stringMatching(/ refuses the connection: Error TLS_REFUSED\.$/) },
      {
        level: 'problem',
        says: expect.stringMatching(
          `^The TLS connection to the replica localhost:${untrusted} fails: .* self-signed`,
        ),
      },
    ]);
    expect(stdout).not.toContain('secret');

    const only = await examine({ ...environment, DATABASE_REPLICA_URL: url });
    expect(only.all('replicas')).toMatchObject([
      { level: 'warning', says: expect.stringMatching(/ is a primary now\.$/) },
    ]);

    const left = await startPostgres(program, parts, { standbyOf: url });
    await until('The other standby', () => isStandby(left.url));
    const db = openDatabase({ url: standby.url }, 1);
    await db.sql`select pg_promote()`.finally(() => db.close());
    const failedOver = {
      ...environment,
      DATABASE_URL: standby.url,
      DATABASE_REPLICA_URL: `${left.url} ${url}`,
    };
    const later = await examine(failedOver);
    expect(later.all('replicas')).toMatchObject([
      { level: 'warning', says: expect.stringMatching(/ tells another timeline than the primary\.$/) },
      { level: 'warning', says: expect.stringMatching(/ is a primary now\.$/) },
    ]);
  });

  test('an empty DATA_DIR has no database, and gets none', async () => {
    const own = { DATA_DIR: await makeFolder('doctor', parts), DATABASE_URL: '', ENCRYPTION_KEY: '' };
    const { of } = await examine(own);
    expect(of('database')).toMatchObject({ level: 'warning' });
    expect(of('temporal')).toMatchObject({ level: 'warning' });
    expect((await examine(own)).of('database')).toMatchObject({ level: 'warning' });
  });
});

describe('A server with TLS', () => {
  const names = ['localhost'];
  const trusted = makeCertificate(names);
  test.each([
    ['has expired', makeCertificate(names, Date.now() - 3_600_000), /its certificate has expired\.$/],
    [
      'is of another host',
      makeCertificate(['other.example']),
      /the host name does not match its certificate\.$/,
    ],
    ['nobody trusts', makeCertificate(names), /self-signed certificate, which is not trusted\.$/],
  ])('and a certificate that %s is named as such', async (_, certificate, says) => {
    const port = await listen(createTlsServer(certificate).on('tlsClientError', () => {}));
    const ofPostgres = await startPostgresTls(certificate);
    // Only of a certificate that is trusted anything else is found out.
    const isTrusted = !says.source.includes('self-signed');
    const folder = await makeFolder('tls', parts);
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, isTrusted ? certificate.cert : trusted.cert);
    const found = await examine({
      DATABASE_URL: `postgres://admin:hidden@localhost:${ofPostgres}/bots?sslmode=verify-full`,
      REDIS_URL: `rediss://:hidden@localhost:${port}`,
      TEMPORAL_ADDRESS: `localhost:${port}`,
      TEMPORAL_TLS: 'true',
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca,
      NODE_EXTRA_CA_CERTS: ca,
      OAUTH_CLIENT_ID: 'id',
      OAUTH_CLIENT_SECRET: 'hidden',
      OAUTH_TRUSTED_NETWORKS: '127.0.0.0/8,::1/128',
      OAUTH_AUTHORIZATION_URL: `https://localhost:${port}/authorize`,
      OAUTH_TOKEN_URL: `https://localhost:${port}/token`,
      OAUTH_USER_URL: `https://localhost:${port}/user`,
      PUBLIC_URL: 'https://bots.example',
    });
    for (const name of ['database', 'redis', 'temporal']) {
      expect(found.of(name)?.says).toMatch(says);
      expect(found.of(name)?.says).toMatch(/^The TLS connection to (?:PostgreSQL|Redis|Temporal) fails: /);
    }
    // Outbound requests know no more than that a certificate is not trusted.
    expect(found.of('oauth')?.says).toMatch(
      isTrusted ? says : /: its certificate is self-signed or its authority is not trusted, or /,
    );
  });
});

test('A Temporal that wants a client certificate says so, although TLS 1.3 tells it only after the handshake', async () => {
  const certificate = makeCertificate(['localhost']);
  const folder = await makeFolder('tls', parts);
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, certificate.cert);
  const server = createTlsServer({ ...certificate, requestCert: true, ca: certificate.cert });
  const port = await listen(server.on('tlsClientError', () => {}));
  const found = await examine({
    TEMPORAL_ADDRESS: `localhost:${port}`,
    TEMPORAL_TLS: 'true',
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca,
  });
  expect(found.of('temporal')?.says).toBe(
    'The TLS connection to Temporal fails: it wants a client certificate.',
  );
});

describe('Servers that are away or silent', () => {
  let port: number;
  beforeAll(async () => {
    port = await listen(createServer(() => {}));
  });
  const environmentOf = (address: string) => ({
    DATABASE_URL: `postgres://admin:hidden@${address}/bots`,
    TEMPORAL_ADDRESS: address,
    REDIS_URL: `redis://:hidden@${address}`,
    OAUTH_CLIENT_ID: 'id',
    OAUTH_CLIENT_SECRET: 'hidden',
    OAUTH_AUTHORIZATION_URL: `http://${address}/authorize`,
    OAUTH_TOKEN_URL: `http://${address}/token`,
    OAUTH_USER_URL: `http://${address}/user`,
    OAUTH_TRUSTED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_TRUSTED_NETWORKS: '',
    PUBLIC_URL: 'https://bots.example',
  });

  test.each(['away', 'silent'])(
    'are problems within seconds when they are %s, and no password is printed',
    async (how) => {
      const environment = environmentOf(how === 'away' ? '127.0.0.1:1' : `127.0.0.1:${port}`);
      const started = performance.now();
      const { code, stdout, stderr } = await adminOf(environment)('doctor');
      expect(performance.now() - started).toBeLessThan(25_000);
      expect(code).toBe(1);
      for (const name of ['database', 'temporal', 'redis', 'oauth']) {
        expect(stdout).toMatch(new RegExp(`^problem +${name} `, 'm'));
      }
      expect(stdout).toMatch(/^ok +egress /m);
      expect(stdout).toMatch(/\d+ ok, \d+ warnings?, \d+ problems\.\n$/);
      expect(stdout + stderr).not.toContain('hidden');
    },
    60_000,
  );
});
