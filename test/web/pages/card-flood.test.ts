import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { present } from '../../kit/present.ts';
import { useService } from '../../kit/use-service.ts';

const CONNECTIONS = 40;
/** The flood ends when this many cards were drawn, or after this time. */
const DRAWN = 20;
const LONGEST_MS = 40_000;

const subject = useService(1);

test('While forty connections ask for other cards each time, cards are drawn steadily, and bots are served', async () => {
  const { service } = subject;
  const { bots } = await service.seed({ bots: 300, users: 0 });
  // Starts the process that draws.
  await expect
    .poll(async () => (await fetch(`${service.url}/card.png`)).status, { timeout: 60_000 })
    .toBe(200);

  const started = performance.now();
  const isOver = () => drawnAt.length >= DRAWN || performance.now() - started > LONGEST_MS;
  const counts: Record<string, number> = {};
  const drawnAt: number[] = [];
  let slowestMs = 0;
  let next = 0;
  async function flood(): Promise<void> {
    while (!isOver()) {
      const { id } = present(bots[next++ % bots.length]);
      const since = performance.now();
      const response = await fetch(`${service.url}/bot/${id}/card.png`, { redirect: 'manual' });
      await response.arrayBuffer();
      const at = performance.now();
      slowestMs = Math.max(slowestMs, at - since);
      counts[response.status] = (counts[response.status] ?? 0) + 1;
      if (response.status === 200) drawnAt.push(at - started);
    }
  }
  const checks: number[] = [];
  async function check(): Promise<void> {
    const bot = subject.bot();
    while (!isOver()) {
      checks.push((await subject.ask('GET', bot, 'check?userId=100000000000000001')).status);
      await delay(500);
    }
  }
  await Promise.all([...Array.from({ length: CONNECTIONS }, flood), check()]);

  const figures = `${JSON.stringify(counts)}, ${checks.length} checks, slowest ${Math.round(slowestMs)} ms`;
  process.stdout.write(`Cards: ${figures}; drawn after ${drawnAt.map(Math.round).join(', ')} ms\n`);
  expect(new Set(checks)).toEqual(new Set([200]));
  expect(drawnAt.length).toBeGreaterThanOrEqual(DRAWN);
  // The others get the site's card. Strangers' requests that wait a second for a slot get 503, whatever they ask for.
  const { 200: drawn = 0, 302: substituted = 0, 503: refused = 0, ...others } = counts;
  expect(others).toEqual({});
  expect(substituted).toBeGreaterThan(drawn);
  expect(refused).toBeLessThan(substituted);
  // A response has four seconds, and a slot is waited for.
  expect(slowestMs).toBeLessThan(6000);
}, 120_000);
