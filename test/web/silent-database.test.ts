import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { first } from '../kit/present.ts';
import { startOwnService } from '../kit/service.ts';
import { startSilentDatabase } from '../kit/silent-database.ts';

const MOST_MS = 5000;

test('while the database stays silent, every page answers within five seconds: what needs it gets an error page', async () => {
  await using parts = new AsyncDisposableStack();
  const { proxy, url } = await startSilentDatabase(parts);
  const service = await startOwnService({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    // A busy machine would have strangers refused.
    MAX_EVENT_LOOP_DELAY_MS: '10000',
  });
  parts.defer(() => service.close());
  const bot = `/bot/${first((await service.seed()).bots).id}`;
  const cookie = await service.signIn();
  const withoutDatabase = ['/sign-in', '/docs', '/nowhere', '/dashboard', `${bot}/edit`];
  const withDatabase = ['/', '/bots', '/bots?q=music', '/bots?page=2', '/sitemap.xml'];
  withDatabase.push(bot, `${bot}/vote`, `${bot}/report`);

  let opened = 0;
  async function open(path: string, headers: Record<string, string>) {
    const begun = performance.now();
    // Each request has an address of its own: those of one address wait for each other.
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.1.${++opened}` });
    parts.defer(() => agent.destroy());
    const request = get(service.url + path, { headers, agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const page = await text(response);
    const status = response.statusCode;
    return { path, status, page, isLate: performance.now() - begun > MOST_MS };
  }

  proxy.stayAway();
  // First on connections that fall silent, then on new ones.
  for (let round = 1; round <= 2; round += 1) {
    const [strangers, members] = await Promise.all([
      Promise.all([...withDatabase, ...withoutDatabase].map((path) => open(path, {}))),
      // Every page shows a member's name, which the database has.
      Promise.all([...withDatabase, ...withoutDatabase.slice(1)].map((path) => open(path, { cookie }))),
    ]);
    const late = [...strangers, ...members].filter(({ isLate }) => isLate).map(({ path }) => path);
    expect(late).toEqual([]);
    const statuses = strangers.slice(withDatabase.length).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 404, 303, 303]);
    for (const { path, status, page } of [...strangers.slice(0, withDatabase.length), ...members]) {
      // A request that waits too long for the look-up of its session is told that the service is busy.
      if (status === 503) continue;
      expect([path, status]).toEqual([path, 500]);
      expect(page).toMatch(/^<!doctype html>.*<h1[^>]*>Something went wrong/s);
    }
  }
});
