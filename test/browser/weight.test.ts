import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handMadeBots } from '../../src/seed/samples.ts';
import { seed } from '../../src/seed/seed.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { FLOW_LOOKS, openBrowser, openVisitor } from './visitor.ts';

const MAX_BYTES = 60_000;

let service: OwnService;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  service = await startOwnService();
  const bots = handMadeBots();
  await seed(service.services, { bots: bots.length, users: 300, votes: 4000 }, bots);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

test.each(FLOW_LOOKS)(
  'the first page with its font, icons and scripts is at most 60 kB over the wire: $name',
  async (look) => {
    const visitor = await openVisitor(browser, service.url, look);
    try {
      const wire = await visitor.context.newCDPSession(visitor.page);
      await wire.send('Network.enable');
      const sizes = new Map<string, number>();
      const urls = new Map<string, string>();
      wire.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
      wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
        sizes.set(urls.get(requestId) ?? requestId, encodedDataLength),
      );
      await visitor.open('/');
      await visitor.page.waitForLoadState('networkidle');
      const paths = [...sizes.keys()].map((url) => new URL(url).pathname);
      expect(paths).toContain('/');
      expect(paths.filter((path) => path.endsWith('.woff2'))).toHaveLength(1);
      expect(paths.filter((path) => path.includes('/avatar')).length).toBeGreaterThan(2);
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      expect(total, JSON.stringify([...sizes], null, 1)).toBeLessThanOrEqual(MAX_BYTES);
    } finally {
      await visitor.close();
    }
  },
);
