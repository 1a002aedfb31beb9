import { beforeAll, expect, test } from 'vitest';
import { handMadeBots } from '../../src/seed/samples.ts';
import { seed } from '../../src/seed/seed.ts';
import { startOwnService } from '../kit/service.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const MAX_BYTES = 60_000;

const site = useSite(startOwnService, true);
beforeAll(async () => {
  const bots = handMadeBots();
  await seed(site.services, { bots: bots.length, users: 300, votes: 4000 }, bots);
});

test.each(FLOW_LOOKS)(
  'the first page with its font, icons and scripts is at most 60 kB over the wire: $name',
  async (look) => {
    const visitor = await site.arrive(look);
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
  },
);
