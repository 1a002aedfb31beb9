import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { explainConnection } from '../../src/db/away.ts';
import { openDatabase } from '../../src/db/client.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { makeFolder } from '../kit/folder.ts';
import { type OwnPostgres, startPostgres } from '../kit/postgres.ts';
import { until } from '../kit/service-parts.ts';
import { writeCertificate } from '../net/support/certificate.ts';

const { postgres: program } = inject('parts');
const parts = new AsyncDisposableStack();
let folder: string;
const file = (name: string) => join(folder, name);
/** Its certificate is for 127.0.0.1, and the other primary's is for another name. */
let primary: OwnPostgres;
let standby: OwnPostgres;
let misnamed: OwnPostgres;
let plain: OwnPostgres;

const portOf = ({ url }: OwnPostgres) => new URL(url).port;

/** @returns whether the connection has TLS, and leads to the primary */
async function look(hosts: string, query: string): Promise<object | undefined> {
  const db = openDatabase({ url: `postgres://postgres@${hosts}/postgres?${query}` }, 1);
  try {
    const [row] = await db.sql<object[]>`
      select (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as tls, not pg_is_in_recovery() as primary`;
    return row;
  } finally {
    await db.close();
  }
}

const untilAnswers = (server: OwnPostgres) =>
  until('PostgreSQL', () => look(`127.0.0.1:${portOf(server)}`, ''));

async function startWithCertificate(
  names: readonly string[],
  name: string,
  { standbyOf, ...more }: { standbyOf?: string; ssl_ca_file?: string; hba_file?: string } = {},
) {
  const own = await writeCertificate(folder, names, { name });
  return startPostgres(program ?? '', parts, {
    settings: { ssl: 'on', ...own, ...more },
    ...(standbyOf !== undefined && { standbyOf }),
  });
}

describe.skipIf(program === null)('DATABASE_URL', () => {
  beforeAll(async () => {
    folder = await makeFolder('tls', parts);
    primary = await startWithCertificate(['127.0.0.1'], 'right');
    await untilAnswers(primary);
    standby = await startWithCertificate(['127.0.0.1'], 'standby', { standbyOf: primary.url });
    misnamed = await startWithCertificate(['localhost'], 'other');
    plain = await startPostgres(program ?? '', parts);
    for (const server of [standby, misnamed, plain]) await untilAnswers(server);
  });
  afterAll(() => parts.disposeAsync());

  const ca = (name: string) => `sslrootcert=${file(`${name}.pem`)}`;

  test('takes TLS where sslmode asks for it, and only there', async () => {
    const host = `127.0.0.1:${portOf(primary)}`;
    expect(await look(host, '')).toMatchObject({ tls: false });
    expect(await look(host, 'sslmode=disable')).toMatchObject({ tls: false });
    expect(await look(host, 'sslmode=prefer')).toMatchObject({ tls: true });
    expect(await look(host, 'sslmode=require')).toMatchObject({ tls: true });
    expect(await look(`127.0.0.1:${portOf(plain)}`, 'sslmode=prefer')).toMatchObject({ tls: false });
    await expect(look(`127.0.0.1:${portOf(plain)}`, 'sslmode=require')).rejects.toThrow(
      'takes no TLS connections',
    );
  });

  test('with verify-full trusts only the authority in sslrootcert', async () => {
    const host = `127.0.0.1:${portOf(primary)}`;
    expect(await look(host, `sslmode=verify-full&${ca('right')}`)).toMatchObject({ tls: true });
    for (const mode of ['verify-full', 'verify-ca', 'require'])
      await expect(look(host, `sslmode=${mode}&${ca('other')}`)).rejects.toThrow('self-signed certificate');
    await expect(look(host, 'sslmode=verify-full')).rejects.toThrow('self-signed certificate');
  });

  test('with verify-full refuses the certificate of another host, also for an address, and verify-ca takes it', async () => {
    const host = `127.0.0.1:${portOf(misnamed)}`;
    await expect(look(host, `sslmode=verify-full&${ca('other')}`)).rejects.toThrow(
      /IP: 127\.0\.0\.1 is not in/,
    );
    expect(await look(host, `sslmode=verify-ca&${ca('other')}`)).toMatchObject({ tls: true });
    const named = `localhost:${portOf(misnamed)}`;
    expect(await look(named, `sslmode=verify-full&${ca('other')}`)).toMatchObject({ tls: true });
  });

  test('shows the certificate in sslcert and sslkey to a server that asks for one', async () => {
    await writeCertificate(folder, ['bots'], { name: 'client' });
    await writeFile(file('hba.conf'), 'hostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n');
    const files = { ssl_ca_file: file('client.pem'), hba_file: file('hba.conf') };
    const host = `127.0.0.1:${portOf(await startWithCertificate(['127.0.0.1'], 'asking', files))}`;
    const own = `sslcert=${file('client.pem')}&sslkey=${file('client.key')}`;
    await until('asking', () => look(host, `sslmode=verify-full&${ca('asking')}&${own}`));
    const other = `sslcert=${file('right.pem')}&sslkey=${file('right.key')}`;
    await expect(look(host, `sslmode=require&${other}`)).rejects.toThrow(/unknown ca|ECONNRESET/);
    await expect(look(host, 'sslmode=require')).rejects.toThrow('a valid client certificate');
  });

  test('of several hosts, one of them IPv6, finds the primary before and behind a standby', async () => {
    const [first, second, nobody] = [portOf(standby), portOf(primary), await freePort(0)];
    for (const hosts of [
      `[::1]:${nobody},127.0.0.1:${first},127.0.0.1:${second}`,
      `127.0.0.1:${second},127.0.0.1:${first}`,
    ]) {
      for (const target of ['primary', 'read-write'])
        expect(await look(hosts, `target_session_attrs=${target}&sslmode=require`)).toEqual({
          tls: true,
          primary: true,
        });
      for (const target of ['standby', 'read-only', 'prefer-standby'])
        expect(await look(hosts, `target_session_attrs=${target}`)).toMatchObject({ primary: false });
    }
    const refusal = await look(`127.0.0.1:${first}`, 'target_session_attrs=primary').catch((error) => error);
    expect(explainConnection(refusal)).toContain('none of the hosts is a primary');
  });

  test('leads to a Unix socket, by the folder in the place of the host or in "host"', async () => {
    const socket = encodeURIComponent(primary.folder);
    expect(await look(`${socket}:${portOf(primary)}`, 'sslmode=prefer')).toMatchObject({ tls: false });
    expect(await look('', `host=${socket}&port=${portOf(primary)}`)).toMatchObject({ primary: true });
  });
});
