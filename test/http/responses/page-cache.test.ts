import { setTimeout } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVersionReader } from '../../../src/domain/listing/read.ts';
import { recordStats } from '../../../src/domain/stats/report.ts';
import { createPageCache } from '../../../src/http/message/page-cache.ts';
import { hole } from '../../../src/http/message/template.ts';
import { reporter } from '../../kit/reporter.ts';
import { startService, type TestService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../../web/page.ts';

const subject = useService(40);
const A_SECOND = 1000;
const fill = () => '';

interface Asked {
  readonly url?: string;
  readonly until?: () => Promise<void>;
}

/** A rendering that has begun, and goes on when it is told to. */
function gate() {
  const [begun, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const until = () => {
    begun.resolve();
    return open.promise;
  };
  return { until, begun: begun.promise, open: open.resolve, fail: open.reject };
}

/** The cache of a process, with a clock of its own, over the service's database. */
function process() {
  const { services } = subject;
  const registry = new Registry();
  let time = Date.parse('2026-03-04T12:00:00Z');
  let steadyMs = 1_000_000;
  let renderings = 0;
  const cache = createPageCache({
    readVersion: createVersionReader(services.db),
    now: () => new Date(time),
    steadyMs: () => steadyMs,
    registry,
  });
  const count = async (name: string) => {
    const metric = await registry.getSingleMetric(`page_cache_${name}_total`)?.get();
    return metric?.values[0]?.value ?? 0;
  };
  return {
    cache,
    pass: (ms: number) => {
      time += ms;
      steadyMs += ms;
    },
    /** Sets the time of day. No time passes. */
    turn: (ms: number) => {
      time += ms;
    },
    /** @param until what the rendering waits for, once it has read what it shows */
    async ask(botId: string, { url = `/bot/${botId}`, until }: Asked = {}): Promise<string | undefined> {
      const served = await cache.serve(url, botId, async () => {
        renderings += 1;
        const [bot] = await services.db.sql<{ name: string; servers: number; votes: number }[]>`
          select name, server_count as servers, vote_count::int as votes
          from bots join bot_stats on bot_id = id where id = ${botId}`;
        await until?.();
        return {
          headers: {},
          body: `${bot?.name}, ${bot?.servers} servers, ${bot?.votes} votes, ${hole('check-in')}`,
          fill: (_: string, at: Date | null) => at?.toISOString() ?? 'never',
        };
      });
      return served?.packed.body.toString();
    },
    renderings: () => renderings,
    async counts() {
      return {
        hits: await count('hits'),
        misses: await count('misses'),
        dropped: await count('invalidations'),
      };
    },
  };
}

const report = (bot: { id: string; token: string }, serverCount: number, at: string) =>
  recordStats(subject.services.db, { ...reporter(bot), serverCount, at: new Date(at) });

describe('A process', () => {
  test('renders a page once, and serves it again without rendering', async () => {
    const { id } = subject.bot();
    const one = process();
    const first = await one.ask(id);
    one.pass(A_SECOND);
    expect(await one.ask(id)).toBe(first);
    expect(one.renderings()).toBe(1);
    expect(await one.counts()).toEqual({ hits: 1, misses: 1, dropped: 0 });
  });

  test('renders a page once for all who ask for it at the same time', async () => {
    const { id } = subject.bot();
    const one = process();
    for (const _ of ['at first', 'after a change']) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => one.ask(id)));
      expect(new Set(answers).size).toBe(1);
      await sql()`update bot_stats set vote_count = vote_count + 1 where bot_id = ${id}`;
      one.cache.touch(id);
    }
    expect(one.renderings()).toBe(2);
    expect(await one.counts()).toEqual({ hits: 8, misses: 2, dropped: 1 });
  });

  test('renders a list once a second for all who ask for it, and once for each variant', async () => {
    const { cache, pass, counts } = process();
    let made = 0;
    const ask = async (variant = 'en') => {
      const body = async () => ({ headers: {}, body: `rendering ${++made}`, fill });
      return (await cache.serveList('/bots', body, variant)).packed.body.toString();
    };
    expect(await Promise.all([ask(), ask(), ask(), ask('de')])).toEqual([
      'rendering 1',
      'rendering 1',
      'rendering 1',
      'rendering 2',
    ]);
    pass(A_SECOND - 1);
    expect(cache.peek('/bots', 'en')?.body.toString()).toBe('rendering 1');
    pass(1);
    expect(cache.peek('/bots', 'en')).toBeUndefined();
    expect(await ask()).toBe('rendering 3');
    expect(cache.peek('/bots?order=newest', 'en')).toBeUndefined();
    expect(await counts()).toEqual({ hits: 3, misses: 3, dropped: 0 });
  });

  test('renders a list once for all who ask while that takes longer than a second, and keeps it no longer', async () => {
    const { cache, pass } = process();
    const { until, begun, open } = gate();
    let made = 0;
    const body = async () => {
      await until();
      return { headers: {}, body: `rendering ${++made}`, fill };
    };
    const first = cache.serveList('/bots', body);
    await begun;
    pass(2 * A_SECOND);
    // The cache purges with timers of the machine.
    await setTimeout(1.2 * A_SECOND);
    const asked = [first, cache.serveList('/bots', body)];
    open();
    const lists = await Promise.all(asked);
    expect(lists.map(({ packed }) => packed.body.toString())).toEqual(['rendering 1', 'rendering 1']);
    pass(2);
    expect(cache.peek('/bots')).toBeUndefined();
  });

  test('answers all who wait for a list while the one before it is purged', async () => {
    const { cache, pass } = process();
    await cache.serveList('/bots', async () => ({ headers: {}, body: 'old', fill }));
    pass(2 * A_SECOND);
    const next = cache.serveList('/bots', async () => {
      // The old list is purged by a timer, whose second passes meanwhile.
      await setTimeout(1.2 * A_SECOND);
      return { headers: {}, body: 'new', fill };
    });
    expect((await next).packed.body.toString()).toBe('new');
  });

  test('keeps no list whose rendering failed: all who waited are told', async () => {
    const { cache } = process();
    const broken = () => Promise.reject(new Error('Broken.'));
    const outcomes = await Promise.allSettled([
      cache.serveList('/bots', broken),
      cache.serveList('/bots', broken),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const list = await cache.serveList('/bots', async () => ({ headers: {}, body: 'whole', fill }));
    expect(list.packed.body.toString()).toBe('whole');
  });

  test('keeps all answers about a listing that were asked for at the same time', async () => {
    const { id } = subject.bot();
    const one = process();
    const urls = [`/bot/${id}`, `/widget/${id}`, `/widget/${id}.svg`];
    await Promise.all(urls.map((url) => one.ask(id, { url })));
    for (const url of urls) expect(one.cache.peek(url)).toBeDefined();
  });

  test('keeps no rendering that failed: all who waited are told, and the next one gets a page', async () => {
    const { id } = subject.bot();
    const one = process();
    const { until, begun, fail } = gate();
    const asked = [one.ask(id, { until }), begun.then(() => one.ask(id))];
    await begun;
    fail(new Error('Broken.'));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await one.ask(id)).toContain('0 votes');
    expect(await one.counts()).toEqual({ hits: 0, misses: 2, dropped: 0 });
  });

  test('does not serve a rendering that began before the listing was suspended', async () => {
    const { id } = subject.bot();
    const one = process();
    const { until, begun, open } = gate();
    const early = one.ask(id, { until });
    await begun;
    await sql()`update bots set state = 'suspended' where id = ${id}`;
    one.cache.touch(id);
    open();
    await early;
    expect(one.cache.peek(`/bot/${id}`)).toBeUndefined();
    expect(await one.ask(id)).toBeUndefined();
  });

  test('does not wait for an outdated rendering, and keeps the newer one', async () => {
    const bot = subject.bot();
    const one = process();
    const { until, begun, open } = gate();
    const early = one.ask(bot.id, { until });
    await begun;
    await report(bot, 4713, '2026-03-04T11:00:00Z');
    one.cache.touch(bot.id);
    expect(await one.ask(bot.id)).toContain('4713 servers');
    open();
    expect(await early).not.toContain('4713 servers');
    expect(await one.counts()).toEqual({ hits: 0, misses: 2, dropped: 0 });
    expect(one.cache.peek(`/bot/${bot.id}`)?.body.toString()).toContain('4713 servers');
  });

  test('keeps the page when a report has the same number, and shows its time', async () => {
    const bot = subject.bot();
    const one = process();
    await report(bot, 7, '2026-03-04T11:00:00Z');
    expect(await one.ask(bot.id)).toContain('7 servers, 0 votes, 2026-03-04T11:00:00.000Z');
    await report(bot, 7, '2026-03-04T11:59:00Z');
    one.pass(A_SECOND);
    expect(await one.ask(bot.id)).toContain('7 servers, 0 votes, 2026-03-04T11:59:00.000Z');
    expect(await one.counts()).toEqual({ hits: 1, misses: 1, dropped: 0 });
  });

  test('drops exactly the page of the bot that reported another number', async () => {
    const [changed, other] = [subject.bot(), subject.bot()];
    const one = process();
    await report(changed, 7, '2026-03-04T11:00:00Z');
    await one.ask(changed.id);
    await one.ask(other.id);
    await report(changed, 8, '2026-03-04T11:00:00Z');
    one.pass(A_SECOND);
    expect(await one.ask(changed.id)).toContain('8 servers');
    await one.ask(other.id);
    expect(one.renderings()).toBe(3);
    expect(await one.counts()).toEqual({ hits: 1, misses: 3, dropped: 1 });
  });

  test('learns within a second what any other process changed', async () => {
    const bot = subject.bot();
    const processes = [process(), process()];
    for (const one of processes) await one.ask(bot.id);
    await report(bot, 4711, '2026-03-04T11:00:00Z');
    for (const one of processes) {
      one.pass(A_SECOND);
      expect(await one.ask(bot.id)).toContain('4711 servers');
      expect(await one.counts()).toEqual({ hits: 0, misses: 2, dropped: 1 });
    }
  });

  test('shows at once what was changed through itself', async () => {
    const bot = subject.bot();
    const one = process();
    await one.ask(bot.id);
    await report(bot, 4712, '2026-03-04T11:00:00Z');
    expect(one.cache.peek(`/bot/${bot.id}`)).toBeDefined();
    one.cache.touch(bot.id);
    expect(one.cache.peek(`/bot/${bot.id}`)).toBeUndefined();
    expect(await one.ask(bot.id)).toContain('4712 servers');
  });

  test('serves without a look for a second, and then not', async () => {
    const { id } = subject.bot();
    const one = process();
    await one.ask(id);
    expect(one.cache.peek(`/bot/${id}`)?.headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(one.cache.peek(`/bot/${id}?x`)).toBeUndefined();
    expect(one.cache.peek(`/bot/${id}0`)).toBeUndefined();
    one.pass(A_SECOND);
    expect(one.cache.peek(`/bot/${id}`)).toBeUndefined();
  });

  test.each([
    ['back', -5 * 60 * A_SECOND],
    ['ahead', 5 * 60 * A_SECOND],
  ])('learns within a second of a suspension, also when the time of day is set %s', async (_, byMs) => {
    const { id } = subject.bot();
    const one = process();
    await one.ask(id);
    await sql()`update bots set state = 'suspended' where id = ${id}`;
    one.turn(byMs);
    one.pass(A_SECOND);
    expect(one.cache.peek(`/bot/${id}`)).toBeUndefined();
    expect(await one.ask(id)).toBeUndefined();
  });

  test('renders the page anew on the next day, since its charts end with the present one', async () => {
    const { id } = subject.bot();
    const one = process();
    await one.ask(id);
    one.pass(12 * 60 * 60 * A_SECOND);
    await one.ask(id);
    expect(one.renderings()).toBe(2);
  });

  test.each([
    ['an edit', (id: string) => sql()`update bots set short_description = 'Another.' where id = ${id}`],
    ['new commands', (id: string) => sql()`update bots set commands = '[]' where id = ${id}`],
    ['a vote', (id: string) => sql()`update bot_stats set vote_count = vote_count + 1 where bot_id = ${id}`],
    [
      'a picture',
      (id: string) => sql()`insert into bot_avatars (bot_id, media_type, image, hash, updated_at)
        values (${id}, 'image/png', '', '', now())`,
    ],
    ['an owner less', (id: string) => sql()`delete from bot_owners where bot_id = ${id}`],
  ])('notices %s', async (_, change) => {
    const { id } = subject.bot();
    const one = process();
    await one.ask(id);
    await change(id);
    one.pass(A_SECOND);
    await one.ask(id);
    expect(one.renderings()).toBe(2);
  });

  test('shows no page of a listing that is public no more', async () => {
    const { id } = subject.bot();
    const one = process();
    await one.ask(id);
    await sql()`update bots set state = 'suspended' where id = ${id}`;
    one.pass(A_SECOND);
    expect(await one.ask(id)).toBeUndefined();
    expect(await one.counts()).toMatchObject({ misses: 1, dropped: 1 });
  });
});

function sql() {
  return subject.services.db.sql;
}

describe('Over HTTP', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await startService();
  });
  afterAll(() => other.close());

  test('a bot page and its widgets show a changed number at once where it was reported', async () => {
    const bot = subject.bot();
    const paths = [
      `/bot/${bot.id}`,
      `/widget/${bot.id}`,
      `/widget/${bot.id}.svg`,
      `/widget/${bot.id}.svg?theme=dark`,
    ];
    for (const count of [411, 412]) {
      await subject.ask('POST', bot, 'stats', { server_count: count });
      for (const path of paths) expect((await visit(subject.service, path)).html).toContain(String(count));
    }
  });

  test('another process shows it within seconds', async () => {
    const bot = subject.bot();
    await subject.ask('POST', bot, 'stats', { server_count: 421 });
    for (const path of [`/bot/${bot.id}`, `/widget/${bot.id}`]) {
      expect((await visit(other, path)).html).toContain('421');
    }
    await subject.ask('POST', bot, 'stats', { server_count: 422 });
    for (const path of [`/bot/${bot.id}`, `/widget/${bot.id}`]) {
      await expect.poll(async () => (await visit(other, path)).html, { timeout: 5000 }).toContain('422');
    }
  });

  test('a vote, an edit and a removal show at once', async () => {
    const bot = subject.bot();
    const path = `/bot/${bot.id}`;
    await visit(subject.service, path);
    const voter = await subject.signIn();
    await visit(subject.service, `${path}/vote`, { cookie: voter, form: {} });
    expect((await visit(subject.service, path)).text).toMatch(/Votes 1 /);
    const owner = await subject.signIn(subject.ownerId);
    await subject.graphql(
      'mutation ($id: ID!) { result: removeListing(botId: $id) { __typename } }',
      { id: bot.id },
      owner,
    );
    expect((await visit(subject.service, path)).status).toBe(404);
    expect((await visit(subject.service, `/widget/${bot.id}`)).status).toBe(404);
  });

  test('a page has an ETag for 304 responses, and a shared cache keeps it for seconds', async () => {
    const path = `/bot/${(await subject.silentBot()).id}`;
    for (let round = 0; round < 3; round++) {
      const { status, headers } = await visit(subject.service, path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5');
      expect(headers.get('vary')).toBe('accept-language, cookie, accept-encoding');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      const again = await visit(subject.service, path, {
        headers: { 'if-none-match': `W/${headers.get('etag')}` },
      });
      expect([again.status, again.html]).toEqual([304, '']);
    }
    const stale = await visit(subject.service, path, { headers: { 'if-none-match': '"other"' } });
    expect(stale.status).toBe(200);
  });

  test('nobody gets a page that was made for somebody else', async () => {
    const path = `/bot/${subject.bot().id}`;
    const cookie = await subject.signIn();
    await visit(subject.service, path);
    const own = await visit(subject.service, path, { cookie });
    expect(own.html).toContain('href="/account"');
    expect(own.headers.get('cache-control')).toContain('private');
    expect((await visit(subject.service, path)).html).not.toContain('href="/account"');
    const forged = await visit(subject.service, path, { cookie: 'session=none' });
    expect(forged.html).not.toContain('href="/account"');
  });

  test('HEAD and queries get the same answer', async () => {
    const path = `/bot/${(await subject.silentBot()).id}`;
    const { headers, html } = await visit(subject.service, path);
    expect((await visit(subject.service, `${path}?ref=x`)).html).toBe(html);
    const head = await visit(subject.service, path, { method: 'HEAD' });
    expect([head.status, head.html]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(headers.get('etag'));
  });
});
