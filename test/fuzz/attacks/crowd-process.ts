import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CrowdRequest, Order } from './crowd.ts';

/* The program of a crowd: see `crowd.ts`. */

process.once('message', async (order: Order) => {
  process.send?.(await attack(order));
  process.disconnect();
});

/** Sends until the time is over. @returns the number of responses by their status */
async function attack({ url, requests, clients, seconds, pauseMs }: Order): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true });
  const counts: Record<string, number> = {};
  const end = performance.now() + seconds * 1000;
  let turn = 0;
  const client = async () => {
    while (performance.now() < end) {
      const next = requests[turn++ % requests.length];
      const outcome = next ? await send(agent, url, next) : 'nothing to send';
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      // A client that is refused by the network tries again later.
      const pause = outcome === 'failed' ? Math.max(50, pauseMs) : pauseMs;
      if (pause > 0) await delay(pause);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return counts;
}

function send(agent: Agent, url: string, template: CrowdRequest): Promise<string> {
  const filled = (text: string) => text.replaceAll('{random}', () => randomBytes(32).toString('base64url'));
  const { method = 'GET', path, headers = {}, body } = template;
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
  return new Promise((resolve) => {
    request(url + filled(path), { method, agent, headers: sent }, (response) => {
      response
        .resume()
        .on('end', () => resolve(String(response.statusCode)))
        .on('error', () => resolve('failed'));
    })
      .on('error', () => resolve('failed'))
      .end(body === undefined ? body : filled(body));
  });
}
