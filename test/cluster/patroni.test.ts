import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { isRoot } from '../../src/embedded/postgres-user.ts';
import { fillUp, mountDisk } from '../faults/database-faults.ts';
import { makeFolder } from '../kit/folder.ts';
import { startPgbouncer } from '../kit/pgbouncer.ts';
import { present } from '../kit/present.ts';
import { superviseIn } from '../kit/service-parts.ts';
import { makeCertificate } from '../net/support/certificate.ts';
import { type Patroni, requireSafePatroni, startPatroni } from './patroni.ts';
import { startVoting, type Voting } from './patroni-votes.ts';

const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

let patroni: Patroni;
let byHosts: Voting;
beforeAll(async () => {
  requireSafePatroni();
  patroni = await startPatroni(parts, isRoot() ? mountDisk : undefined);
  byHosts = await startVoting(patroni, parts, { role: 'all' });
});

async function switchOver(): Promise<void> {
  const { name, restUrl } = present(await patroni.primary());
  const response = await fetch(`${restUrl}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: name }),
  });
  expect(await response.text()).toMatch(/^Successfully/);
}

test('a planned switch-over loses no vote, and each is delivered once', () =>
  byHosts.through('switch-over', switchOver));

test('a frozen primary loses no vote, each is delivered once, and it follows the new one when it goes on', async () => {
  const frozen = present(await patroni.primary());
  let goOn = () => {};
  await byHosts.through('primary frozen', async () => {
    goOn = await patroni.freeze(frozen);
  });
  goOn();
  await follows(frozen);
  expect(await byHosts.missing()).toEqual([]);
});

test.runIf(isRoot())(
  'a full disk of the primary loses no vote, and a switch-over brings votes back before there is room again',
  async () => {
    const full = present(await patroni.primary());
    let empty = async () => {};
    // PostgreSQL goes on without room for rows, so Patroni leaves it the primary.
    await byHosts.through('disk full, then a switch-over', async (failed) => {
      empty = await fillUp(full.folder);
      parts.defer(empty);
      await expect.poll(failed, { timeout: 60_000 }).toBeGreaterThan(0);
      await switchOver();
    });
    await empty();
    await follows(full);
    expect(await byHosts.missing()).toEqual([]);
  },
);

test('behind PgBouncer and HAProxy, a planned switch-over loses no vote, and each is delivered once', async () => {
  const server = `postgres://postgres@127.0.0.1:${await proxyFor(patroni)}/postgres`;
  const folder = await makeFolder('pooler', parts);
  await chmod(folder, 0o755);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const own = makeCertificate(['127.0.0.1']);
  await writeFile(cert, own.cert);
  await writeFile(key, own.key);
  const settings = [
    'server_login_retry = 1',
    'server_tls_sslmode = verify-full',
    `server_tls_ca_file = ${patroni.authority}`,
    'client_tls_sslmode = require',
    `client_tls_cert_file = ${cert}`,
    `client_tls_key_file = ${key}`,
  ];
  const pooled = await startPgbouncer(server, parts, { settings });
  const url = `${pooled}?sslmode=verify-full&sslrootcert=${cert}`;
  // HAProxy looks each second, and PgBouncer tries again after one.
  const voting = await startVoting(patroni, parts, { url, role: 'all', voters: 300, proxyMs: 2000 });
  await voting.through('behind PgBouncer and HAProxy, switch-over', switchOver);
});

test('behind HAProxy, a killed primary loses no vote, and each is delivered once', async () => {
  const url = patroni.urlAt(`127.0.0.1:${await proxyFor(patroni)}`);
  const voting = await startVoting(patroni, parts, { url, role: 'all', voters: 600 });
  const primary = present(await patroni.primary());
  await voting.through('behind HAProxy, primary killed', () => patroni.kill(primary));
});

/** Waits until a node follows the primary. Patroni takes its time, above all when the node wrote more than the others. */
const follows = ({ restUrl }: { restUrl: string }) =>
  expect
    .poll(() => fetch(`${restUrl}/replica`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined), {
      timeout: 180_000,
    })
    .toMatchObject({ status: 200 });

/** HAProxy as docs/operating/connections.md has it. @returns its port */
async function proxyFor({ nodes }: Patroni): Promise<number> {
  const file = join(await makeFolder('haproxy', parts), 'haproxy.cfg');
  const port = await freePort(0);
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(
      (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${new URL(node.restUrl).port}`,
    ),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  superviseIn(parts)({ command: 'haproxy', args: ['-db', '-f', file] });
  return port;
}
