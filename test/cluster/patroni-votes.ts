import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { seed } from '../../src/seed/seed.ts';
import { newUserId } from '../kit/ids.ts';
import { first, present } from '../kit/present.ts';
import { startProcess } from '../kit/process.ts';
import { startReceiver } from '../kit/receiver.ts';
import { servicesOn, until } from '../kit/service-parts.ts';
import { print } from './cluster.ts';
import type { Patroni } from './patroni.ts';
import { cast } from './traffic.ts';

const EVERY_MS = 100;
/** What the service may need beyond Patroni, in milliseconds. */
const OWN_MS = 2000;

/** One for all services on a database. */
const KEY = randomBytes(32);

/** Casts votes while something happens to the database. */
export interface Voting {
  /**
   * Votes before, during and after an event. No acknowledged vote may be lost, each is delivered once if there is a
   * worker, and votes go on within two seconds after Patroni has a primary.
   *
   * @param event after it the primary is another one; it is told how many votes have failed
   */
  through(name: string, event: (failed: () => number) => Promise<unknown>): Promise<void>;
  /** @returns the users whose votes were acknowledged in any event, and are not stored */
  missing(): Promise<readonly string[]>;
}

/**
 * Starts the service on a database of Patroni, with users who have not voted.
 *
 * @param url the address that the service uses
 * @param proxyMs what the programs between the service and PostgreSQL may need besides, in milliseconds
 * @param role `all` also delivers votes, to a receiver of its own
 */
export async function startVoting(
  patroni: Patroni,
  opened: AsyncDisposableStack,
  {
    url = patroni.url,
    role = 'web',
    voters = 900,
    proxyMs = 0,
  }: { url?: string; role?: 'web' | 'all'; voters?: number; proxyMs?: number } = {},
): Promise<Voting> {
  const db = openDatabase({ url: patroni.url }, 2);
  opened.defer(() => db.close());
  await until('the primary', () => migrateDatabase(db));
  const services = servicesOn(db, KEY);
  const receiver = await startReceiver();
  opened.defer(() => receiver.close());
  const size = { bots: 2, users: 2, votes: 0, webhookUrl: receiver.url };
  const botId = first((await seed(services, size)).bots).id;
  const users: { id: string; cookie: string }[] = [];
  for (let user = 0; user < voters; user += 1) {
    const id = newUserId();
    users.push({ id, cookie: `session=${await startSession(services, { id, name: 'Voter' })}` });
  }
  const web = await startProcess(
    {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '8',
      ENCRYPTION_KEY: KEY.toString('base64'),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PORT: `${await freePort(0)}`,
      METRICS_PORT: `${await freePort(0)}`,
      VOTES_PER_ADDRESS_PER_DAY: '0',
      WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
      ...(role === 'web' && { TEMPORAL_ADDRESS: `127.0.0.1:${await freePort(0)}` }),
    },
    [role],
  );
  opened.defer(() => web.killTree());

  const promised: string[] = [];
  async function missing(): Promise<readonly string[]> {
    const stored = await db.sql<{ id: string }[]>`select user_id as id from votes where bot_id = ${botId}`;
    const kept = new Set(stored.map(({ id }) => id));
    return promised.filter((id) => !kept.has(id));
  }

  async function through(name: string, event: (failed: () => number) => Promise<unknown>): Promise<void> {
    await patroni.ready();
    const before = await patroni.primary();
    const acknowledged = new Map<string, number>();
    let requests = 0;
    let failed = 0;
    const underWay: Promise<unknown>[] = [];
    let isOver = false;
    const casting = (async () => {
      for (let user = users.pop(); user && !isOver; user = users.pop()) {
        const { id, cookie } = user;
        requests += 1;
        underWay.push(
          cast(web.url, cookie, botId).then(
            () => acknowledged.set(id, Date.now()),
            () => {
              failed += 1;
            },
          ),
        );
        await delay(EVERY_MS);
      }
    })();
    await delay(2000);
    const beganAt = Date.now();
    await event(() => failed);
    let patroniAt = 0;
    const later = () => [...acknowledged.values()].filter((at) => at > patroniAt);
    await expect
      .poll(
        async () => {
          const now = await patroni.primary();
          if (now && now !== before) patroniAt = Date.now();
          return patroniAt;
        },
        { timeout: 70_000, interval: 100 },
      )
      .toBeGreaterThan(0);
    await expect.poll(() => later().length, { timeout: 20_000 }).toBeGreaterThan(5);
    isOver = true;
    await casting;
    await Promise.all(underWay);
    for (const id of acknowledged.keys()) promised.push(id);
    const lost = new Set(await missing());
    const receipts = () => receiver.received.map(({ body }) => body.user_id);
    if (role === 'all')
      await expect
        .poll(() => [...acknowledged.keys()].filter((id) => !receipts().includes(id)), { timeout: 120_000 })
        .toEqual([]);
    const { end: back } = longestGap([beganAt, ...acknowledged.values()].filter((at) => at >= beganAt));
    print(
      `Patroni, ${name}: ${requests} requests, ${failed} failed, ${acknowledged.size} votes ` +
        `acknowledged, ${[...acknowledged.keys()].filter((id) => !lost.has(id)).length} of them in the database, ` +
        `${receipts().length} receipts, Patroni away ${(patroniAt - beganAt) / 1000} s, ` +
        `votes ${(back - beganAt) / 1000} s`,
    );
    expect([...lost]).toEqual([]);
    expect(receipts().length).toBe(new Set(receipts()).size);
    expect(back - patroniAt).toBeLessThan(OWN_MS + proxyMs);
  }
  return { through, missing };
}

/** @param times in any order, in milliseconds */
function longestGap(times: readonly number[]): { readonly length: number; readonly end: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((end, index) => ({ end, length: end - present(sorted[index]) }));
  return first(gaps.toSorted((one, other) => other.length - one.length));
}
