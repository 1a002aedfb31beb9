import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { newUserId } from '../kit/ids.ts';
import { type Loopback, listenOnLoopback } from '../kit/loopback.ts';
import { first, present } from '../kit/present.ts';
import { exchange, readAnswers } from '../kit/raw.ts';
import { type SiteProxy, startSiteProxy } from '../kit/site-proxy.ts';
import { subscribe } from '../kit/subscribe.ts';
import { useService } from '../kit/use-service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Lines of `listen.conf` for a proxy behind another one on this machine. */
const TRUSTS_LOOPBACK =
  'set_real_ip_from 127.0.0.0/8; real_ip_header X-Forwarded-For; real_ip_recursive on;\n';

interface Asked {
  readonly method?: string;
  /** The address of the visitor. */
  readonly from?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends a request on a connection of its own, from any address of loopback. */
function ask(url: string, { method = 'GET', from = '127.0.0.1', headers = {}, body }: Asked = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const sent = request(url, { method, localAddress: from, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.on('error', reject).end(body);
  });
}

/** Calls a function some times, one after the other. */
async function times<Result>(count: number, call: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < count) results.push(await call());
  return results;
}

/** A server in the place of a web process. */
async function startUpstream(listener: Parameters<typeof createServer>[1]) {
  const server: Server = createServer({ keepAliveTimeout: 75_000 }, listener);
  let connections = 0;
  server.on('connection', () => connections++);
  return { ...(await listenOnLoopback(server)), connections: () => connections };
}

describe.skipIf(!inject('parts').nginx)('The proxy of deploy/nginx.conf', () => {
  describe('sends on', () => {
    const arrived: IncomingHttpHeaders[] = [];
    let upstream: Awaited<ReturnType<typeof startUpstream>>;
    let proxy: SiteProxy;
    beforeAll(async () => {
      upstream = await startUpstream(({ headers }, response) => {
        arrived.push(headers);
        response.end('ok');
      });
      proxy = await startSiteProxy([upstream.origin]);
    });
    afterAll(async () => {
      await proxy?.close();
      await upstream?.close();
    });

    test('the address of the visitor, whatever the visitor claims', async () => {
      const claims = {
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=203.0.113.9',
      };
      await ask(proxy.url, { from: '127.0.0.2', headers: { ...claims, host: 'bots.example:8080' } });
      const headers = present(arrived.at(-1));
      expect(headers['x-forwarded-for']).toBe('127.0.0.2');
      expect(headers.host).toBe('bots.example:8080');
      const others = ['x-real-ip', 'x-forwarded-host', 'forwarded', 'connection'];
      expect(others.filter((name) => headers[name] !== undefined)).toEqual([]);
    });

    test('an id of the request, which is in its log too', async () => {
      const idOf = async (id?: string) => {
        await ask(`${proxy.url}/bots?secret=1`, {
          from: '127.0.0.2',
          headers: id === undefined ? {} : { 'x-request-id': id },
        });
        return arrived.at(-1)?.['x-request-id'];
      };
      expect(await idOf('a-request.of_mine')).toBe('a-request.of_mine');
      const given = [await idOf(), await idOf('short'), await idOf('"} {"a":"b'), await idOf('a'.repeat(65))];
      for (const id of given) expect(id).toMatch(/^[0-9a-f]{32}$/);
      await expect
        .poll(async () => (await proxy.lines()).map(({ requestId }) => requestId))
        .toEqual(expect.arrayContaining(['a-request.of_mine', ...given]));
      const line = (await proxy.lines()).find(({ requestId }) => requestId === 'a-request.of_mine');
      expect(line).toMatchObject({ method: 'GET', uri: '/bots', status: 200 });
      expect(JSON.stringify(await proxy.lines())).not.toMatch(/127\.0\.0\.2|secret/);
    });

    test('many requests on one connection for each of its processes', async () => {
      const before = arrived.length;
      await times(50, () => ask(proxy.url));
      expect(arrived.length - before).toBe(50);
      expect(upstream.connections()).toBeLessThanOrEqual(availableParallelism());
    });
  });

  describe('limits an address', () => {
    let upstream: Loopback;
    let proxy: SiteProxy;
    /** Ends the responses that are held. */
    let held = Promise.withResolvers<void>();
    let isHeld = false;
    beforeAll(async () => {
      upstream = await startUpstream(async (_, response) => {
        if (isHeld) await held.promise;
        response.end('ok');
      });
      // Visitors of any address, as behind another proxy.
      proxy = await startSiteProxy([upstream.origin], TRUSTS_LOOPBACK);
    });
    afterAll(async () => {
      held.resolve();
      await proxy?.close();
      await upstream?.close();
    });

    const statuses = async (count: number, path: string, address: string) => {
      const headers = { 'x-forwarded-for': address };
      const answers = await Promise.all(
        Array.from({ length: count }, () => ask(proxy.url + path, { headers })),
      );
      return answers.map(({ status }) => status);
    };
    const refused = (all: readonly number[]) => all.filter((status) => status === 429).length;

    test.each([
      ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
      ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'],
      ['2001:db8::1', '2001:db8::2:0:0:3', '2001:db8:0:1::1'],
    ])(
      '%s: requests above 200 at once are refused, %s is the same visitor, and %s is not',
      async (one, same, other) => {
        // A busy machine sends them over some seconds, in which some are let in.
        const all = await statuses(1000, '/graphql', one);
        expect(refused(all)).toBeGreaterThan(0);
        expect(all.filter((status) => status === 200).length).toBeGreaterThanOrEqual(200);
        expect(refused(await statuses(400, '/bots', same))).toBeGreaterThan(0);
        expect(await statuses(50, '/bots', other)).toEqual(Array(50).fill(200));
      },
    );

    test('whose refusals have the form of the service, and which bots with tokens have not', async () => {
      const headers = { 'x-forwarded-for': '192.0.2.9' };
      const flood = await Promise.all(Array.from({ length: 400 }, () => ask(`${proxy.url}/`, { headers })));
      const last = present(flood.find(({ status }) => status === 429));
      expect(JSON.parse(last.text)).toEqual({ error: expect.stringContaining('Try again'), retryAfter: 2 });
      expect(last.headers).toMatchObject({ ...JSON_TYPE, 'retry-after': '2' });
      expect(refused(await statuses(400, '/api/v1/bots/1/check', '192.0.2.9'))).toBe(0);
    });

    test('by pages and not by styles and pictures, which an office loads all at once', async () => {
      const files = ['/assets/a.css', '/bot/1/avatar?v=1', '/bot/1/image/0a'];
      for (const file of files) expect(refused(await statuses(290, file, '192.0.2.10'))).toBe(0);
      expect(await statuses(100, '/bots', '192.0.2.10')).toEqual(Array(100).fill(200));
      // A page with nearly the same address is a page.
      expect(refused(await statuses(400, '/bot/1/avatars', '192.0.2.10'))).toBeGreaterThan(0);
      for (const file of files) expect(refused(await statuses(100, file, '192.0.2.10'))).toBe(0);
    });

    test('to 300 styles and pictures at the same time', async () => {
      isHeld = true;
      held = Promise.withResolvers();
      const before = refused((await proxy.lines()).map(({ status }) => Number(status)));
      const files = statuses(320, '/bot/1/avatar', '192.0.2.11');
      await expect
        .poll(async () => refused((await proxy.lines()).map(({ status }) => Number(status))) - before)
        .toBeGreaterThanOrEqual(20);
      isHeld = false;
      held.resolve();
      expect(refused(await files)).toBe(20);
    });

    test('to 100 pages at the same time, and streams of bots are not counted among them', async () => {
      isHeld = true;
      held = Promise.withResolvers();
      const streams = statuses(150, '/api/v1/bots/1/votes/stream', '192.0.2.20');
      const pages = statuses(120, '/bots', '192.0.2.20');
      await expect
        .poll(async () => (await proxy.lines()).filter(({ status }) => status === 429).length)
        .toBeGreaterThanOrEqual(20);
      isHeld = false;
      expect(await statuses(10, '/bots', '192.0.2.21')).toEqual(Array(10).fill(200));
      held.resolve();
      expect(refused(await pages)).toBe(20);
      expect(refused(await streams)).toBe(0);
    });
  });

  describe('with two processes, of which one fails', () => {
    let whole: Loopback;
    let broken: Loopback;
    let seen = 0;
    beforeAll(async () => {
      whole = await startUpstream((_, response) => {
        seen++;
        response.end('ok');
      });
      broken = await startUpstream((message) => {
        seen++;
        message.socket.destroy();
      });
    });
    afterAll(async () => {
      await whole?.close();
      await broken?.close();
    });

    test('repeats a GET at the other one, and never a POST that was sent', async () => {
      const proxy = await startSiteProxy([broken.origin, whole.origin]);
      const gets = await times(10, () => ask(proxy.url));
      expect(gets.map(({ status }) => status)).toEqual(gets.map(() => 200));
      seen = 0;
      const posts = await times(10, () => ask(proxy.url, { method: 'POST', body: '{}' }));
      await proxy.close();
      expect(seen).toBe(10);
      const failed = posts.filter(({ status }) => status === 502);
      expect(posts.filter(({ status }) => status === 200)).toHaveLength(10 - failed.length);
      expect(JSON.parse(first(failed).text)).toEqual({ error: expect.stringContaining('Try again') });
      expect(first(failed).headers).toMatchObject({ ...JSON_TYPE, 'retry-after': '5' });
    });

    test('loses no request, not even a POST, while one cannot be reached', async () => {
      const away = `http://127.0.0.1:${await freePort(0)}`;
      const proxy = await startSiteProxy([away, whole.origin]);
      const posts = await times(20, () => ask(proxy.url, { method: 'POST', body: '{}' }));
      await proxy.close();
      expect(posts.map(({ status }) => status)).toEqual(posts.map(() => 200));
    });
  });

  describe('in front of the service', () => {
    const subject = useService(3, {
      TRUSTED_PROXIES: '127.0.0.1/32',
      ANONYMOUS_OPERATIONS_PER_MINUTE: '2',
    });
    let proxy: SiteProxy;
    beforeAll(async () => {
      proxy = await startSiteProxy([subject.service.url]);
    });
    afterAll(() => proxy?.close());

    test('each visitor has limits of their own, whatever address they claim', async () => {
      const body = JSON.stringify({ query: '{ health { ok } }' });
      const operate = (from: string, claim: string) =>
        ask(`${proxy.url}/graphql`, {
          method: 'POST',
          from,
          headers: { ...JSON_TYPE, 'x-forwarded-for': claim },
          body,
        });
      const claims = ['192.0.2.1', '192.0.2.2', '192.0.2.3, 192.0.2.4'];
      const statuses = [];
      for (const claim of claims) statuses.push((await operate('127.0.0.2', claim)).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect((await operate('127.0.0.3', '127.0.0.2')).status).toBe(200);
    });

    test('live deliveries arrive while the stream is open', async () => {
      const bot = subject.bot();
      const cookie = await subject.signIn(subject.ownerId);
      const watch =
        'subscription ($id: ID!) { bot: deliveryAttempts(botId: $id) { deliveries(first: 1) { state } } }';
      const stream = await subscribe(proxy.url, watch, { id: bot.id }, { cookie });
      expect(await stream.next()).toEqual({ data: { bot: { deliveries: [] } } });
      await subject.services.db.sql`
        insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, finished_at)
        values (gen_random_uuid(), ${bot.id}, 'vote', ${newUserId()}, now(), 'cancelled', now(), now())`;
      expect(await stream.next()).toEqual({ data: { bot: { deliveries: [{ state: 'CANCELLED' }] } } });
      stream.leave();
    });

    test.each([
      ['the service refuses a body above 1 MiB', 1.5],
      ['the proxy refuses one that is far larger', 3],
    ])('%s, in JSON', async (_, megabytes) => {
      const length = megabytes * 1024 * 1024;
      const { id, token } = subject.bot();
      const head = `POST /api/v1/bots/${id}/stats HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\n`;
      const pieces = [`${head}Connection: close\r\nContent-Length: ${length}\r\n\r\n`];
      if (megabytes < 2) pieces.push('x'.repeat(length));
      const { text } = await exchange(proxy.url, pieces, { quietMs: 1000 });
      const { status, headers, body } = first(readAnswers(text));
      expect(status).toBe(413);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(body).toContain('larger than 1 MiB');
      expect(() => JSON.parse(body)).not.toThrow();
    });

    test('compressed pages pass as they are', async () => {
      const { headers, status } = await ask(proxy.url, { headers: { 'accept-encoding': 'br' } });
      expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    });
  });
});
