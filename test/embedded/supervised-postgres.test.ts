import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, inject, test } from 'vitest';
import { startPostgres } from '../kit/postgres.ts';
import { until } from '../kit/service-parts.ts';

const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

test.skipIf(!inject('parts').postgres)(
  'a server that is killed starts again once its processes are gone, however slow they are, and at the first try',
  async () => {
    const { server, url } = await startPostgres(inject('parts').postgres ?? '', parts);
    const sql = postgres(url, { max: 1 });
    parts.defer(() => sql.end({ timeout: 0 }));
    const pidOfBackend = async () => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
    let pid = 0;
    await until('PostgreSQL', async () => {
      pid = await pidOfBackend();
    });
    // On a busy machine it may get no turn for a while.
    process.kill(pid, 'SIGSTOP');
    server.kill();
    await delay(500);
    process.kill(pid, 'SIGCONT');
    const other = postgres(url, { max: 1 });
    parts.defer(() => other.end({ timeout: 0 }));
    await until('PostgreSQL', () => other`select 1`);
    expect(server.unaskedEnds).toEqual([]);
  },
);
