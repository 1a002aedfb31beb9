import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/db/client.ts';
import { createVersionReader } from '../../src/domain/listing/read.ts';
import { createAdmission } from '../../src/http/admission/admission.ts';
import { createOutside } from '../../src/http/admission/outside.ts';
import { listen } from '../../src/http/listen.ts';
import { createPageCache } from '../../src/http/message/page-cache.ts';
import { createReadiness } from '../../src/http/operators.ts';
import { createLog } from '../../src/lib/log.ts';
import { MemoryStore } from '../../src/limits/memory-store.ts';
import { createRateLimiter } from '../../src/limits/rate-limit.ts';
import { openPictures } from '../../src/pictures/pictures.ts';
import type { Services } from '../../src/schema/context.ts';
import { useService } from '../kit/use-service.ts';

const subject = useService(15);
const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

/** How often a session was looked up. */
let lookUps = 0;
let url: string;
beforeAll(async () => {
  const services: Services = { ...subject.services, db: counted(subject.services.db) };
  const env = inject('environment');
  const config = readConfig(env);
  const registry = new Registry();
  const admission = createAdmission(config, registry);
  const store = new MemoryStore();
  parts.defer(() => admission.close());
  const pictures = openPictures();
  parts.defer(() => pictures.close());
  parts.defer(() => store.close());
  const cache = createPageCache({ ...services, readVersion: createVersionReader(services.db), registry });
  const port = await listen({
    config,
    lanes: { bots: services, votes: services, members: services, strangers: services, readers: services },
    outside: createOutside(),
    limiter: createRateLimiter(store),
    admission,
    cache,
    memberCache: cache,
    pictures,
    readiness: createReadiness({ database: async () => 'ok' }),
    log: createLog('silent'),
    parts,
  });
  url = `http://127.0.0.1:${port}`;
});

/** The database, which counts the sessions that its statements look up. */
function counted(db: Database): Database {
  const sql = new Proxy(db.sql, {
    apply(target, self, [text, ...values]: [TemplateStringsArray, ...unknown[]]) {
      // A statement looks up the sessions of all requests that ask at once.
      if (text.join().includes('join sessions ')) lookUps += (values[0] as readonly string[]).length;
      return Reflect.apply(target, self, [text, ...values]);
    },
  });
  return { ...db, sql };
}

async function ask(path: string, init: RequestInit): Promise<number> {
  lookUps = 0;
  const response = await fetch(url + path, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  return response.status;
}

test.each([
  ['GET', '/', 200],
  ['GET', '/bot/{id}', 200],
  ['GET', '/bot/{id}/vote', 200],
  ['POST', '/bot/{id}/vote', 303],
  ['GET', '/bot/1/avatar', 404],
  ['GET', '/dashboard', 200],
  ['GET', '/account', 200],
  ['POST', '/sign-out-everywhere', 303],
  ['GET', '/docs', 200],
  ['GET', '/nowhere', 404],
])('%s %s of a person who is signed in looks the session up once', async (method, path, status) => {
  const cookie = await subject.signIn();
  const asked = path.replace('{id}', subject.bot().id);
  expect(await ask(asked, { method, headers: { cookie } })).toBe(status);
  expect(lookUps).toBe(1);
});

test('An operation of a person who is signed in looks the session up once', async () => {
  const cookie = await subject.signIn();
  const body = JSON.stringify({ query: '{ viewer { name } health { ok } }' });
  const headers = { cookie, 'content-type': 'application/json' };
  expect(await ask('/graphql', { method: 'POST', headers, body })).toBe(200);
  expect(lookUps).toBe(1);
});

test('A page that nobody has signed in for looks no session up', async () => {
  expect(await ask(`/bot/${subject.bot().id}`, {})).toBe(200);
  expect(lookUps).toBe(0);
});

test('A session that somebody has invented is looked up once in a few seconds, wherever it is sent', async () => {
  const cookie = `session=${randomBytes(32).toString('base64url')}`;
  const path = `/bot/${subject.bot().id}/vote`;
  expect(await ask(path, { headers: { cookie } })).toBe(200);
  expect(lookUps).toBe(1);
  for (const method of ['GET', 'POST']) {
    await ask(path, { method, headers: { cookie } });
    expect(lookUps).toBe(0);
  }
});

test('Of many requests that come at once with one invented session, at most 64 look it up', async () => {
  const cookie = `session=${randomBytes(32).toString('base64url')}`;
  const asked = Array.from({ length: 200 }, () => ask('/docs', { headers: { cookie } }));
  for (const status of await Promise.all(asked)) expect([200, 503]).toContain(status);
  expect(lookUps).toBeLessThanOrEqual(64);
});
