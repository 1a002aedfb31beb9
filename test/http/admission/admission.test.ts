import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { type Admission, createAdmission } from '../../../src/http/admission/admission.ts';
import { OverloadedError, type Release } from '../../../src/http/admission/slots.ts';

const registry = new Registry();
let admission: Admission;
afterEach(() => {
  admission.close();
  registry.clear();
});

function open(
  strangers: number,
  maxWaitMs: number,
  maxEventLoopDelayMs = 10_000,
  workPerAddressPerMinute = 0,
): Admission {
  const slots = { concurrentBotRequests: 2, concurrentVotes: 1, concurrentMemberRequests: 1 };
  const limits = { maxWaitMs, maxEventLoopDelayMs, workPerAddressPerMinute };
  admission = createAdmission({ ...slots, concurrentStrangerRequests: strangers, ...limits }, registry);
  return admission;
}

const client = () => new EventEmitter();

test('As many requests of a lane are let in at once as it has places, and the next when one of them is done', async () => {
  const { enter } = open(2, 60_000);
  const first = enter('strangers', client()) as Release;
  expect(enter('strangers', client())).toBeTypeOf('function');
  let isIn = false;
  const third = Promise.resolve(enter('strangers', client())).then(() => {
    isIn = true;
  });
  await delay(50);
  expect(isIn).toBe(false);
  first();
  await third;
  expect(isIn).toBe(true);
});

test('A place that is given back twice is free once', async () => {
  const { enter } = open(1, 60_000);
  const release = enter('strangers', client()) as Release;
  release();
  release();
  expect(enter('strangers', client())).toBeTypeOf('function');
  expect(enter('strangers', client())).toBeInstanceOf(Promise);
});

test('Strangers who fill their lane keep nobody else out', () => {
  const { enter } = open(1, 60_000);
  for (let count = 0; count < 100; count++) void enter('strangers', client());
  for (const lane of ['bots', 'votes', 'members'] as const) {
    expect(enter(lane, client())).toBeTypeOf('function');
  }
});

test('Who finds no place in time is refused, and not before', async () => {
  const { enter } = open(1, 300);
  enter('strangers', client());
  const start = performance.now();
  await expect(enter('strangers', client())).rejects.toThrow(OverloadedError);
  expect(performance.now() - start).toBeGreaterThanOrEqual(299);
  expect(await registry.getSingleMetricAsString('requests_refused_total')).toContain('{lane="strangers"} 1');
});

test('No more than 5000 wait in a lane: the next is refused at once', async () => {
  const { enter } = open(1, 60_000);
  enter('strangers', client());
  for (let count = 0; count < 5000; count++)
    void Promise.resolve(enter('strangers', client())).catch(() => {});
  await expect(enter('strangers', client())).rejects.toThrow(OverloadedError);
});

test('The longest waiting requests get slots first, and closed ones are skipped', async () => {
  const { enter } = open(1, 60_000);
  const release = enter('strangers', client()) as Release;
  const order: string[] = [];
  const clients = ['first', 'gone', 'last'].map((name) => ({ name, response: client() }));
  const entered = clients.map(({ name, response }) =>
    Promise.resolve(enter('strangers', response)).then(
      (done) => {
        order.push(name);
        done();
      },
      () => order.push(`${name} refused`),
    ),
  );
  clients[1]?.response.emit('close');
  release();
  await Promise.all(entered);
  expect(order.filter((name) => !name.endsWith('refused'))).toEqual(['first', 'last']);
});

test('While the event loop is late, strangers get fewer places, and all of them again afterwards', async () => {
  const { enter } = open(6, 60_000, 40);
  const waste = setInterval(() => {
    for (const end = performance.now() + 90; performance.now() < end; );
  }, 1);
  const places = async () => {
    const taken: Release[] = [];
    const last = client();
    for (;;) {
      const entered = enter('strangers', last);
      if (typeof entered === 'function') {
        taken.push(entered);
        continue;
      }
      entered.catch(() => {});
      last.emit('close');
      break;
    }
    for (const release of taken) release();
    await delay(10);
    return taken.length;
  };
  await expect.poll(places, { timeout: 20_000, interval: 200 }).toBe(2);
  clearInterval(waste);
  await expect.poll(places, { timeout: 30_000, interval: 500 }).toBe(6);
}, 90_000);

test('A sender holds half of the slots at most, so that others start at once', async () => {
  const { enter } = open(4, 60_000);
  const own = Array.from({ length: 100 }, () => enter('strangers', client(), 'many'));
  expect(own.filter((entered) => typeof entered === 'function')).toHaveLength(2);
  expect(enter('strangers', client(), 'one')).toBeTypeOf('function');
  expect(enter('strangers', client(), 'two')).toBeTypeOf('function');
});

test('A lone slot is nobody’s for ever: senders have it in turn', async () => {
  const { enter } = open(1, 60_000);
  const order: string[] = [];
  const first = enter('strangers', client(), 'many') as Release;
  const wait = (sender: string) =>
    Promise.resolve(enter('strangers', client(), sender)).then((release) => {
      order.push(sender);
      release();
    });
  const all = ['many', 'many', 'many', 'one', 'two'].map(wait);
  first();
  await Promise.all(all);
  expect(order).toEqual(['many', 'one', 'two', 'many', 'many']);
});

test('A stranger that has used up its work waits, whatever is free, and others do not', () => {
  const { enter } = open(1000, 60_000, 10_000, 120);
  const own = Array.from({ length: 400 }, () => enter('strangers', client(), 'many'));
  // Two seconds of work are saved up, and each request counts a tenth of a second until it ends.
  const started = own.filter((entered) => typeof entered === 'function').length;
  expect(started).toBeGreaterThanOrEqual(20);
  expect(started).toBeLessThan(50);
  expect(enter('strangers', client(), 'other')).toBeTypeOf('function');
});

test('A sender fills half of the queue, and others still wait in it', async () => {
  const { enter } = open(1, 60_000);
  enter('strangers', client(), 'many');
  const waiting = (sender: string) => Promise.resolve(enter('strangers', client(), sender));
  for (let count = 0; count < 2500; count += 1) void waiting('many').catch(() => {});
  await expect(waiting('many')).rejects.toThrow(OverloadedError);
  expect(enter('strangers', client(), 'other')).toBeInstanceOf(Promise);
  let isRefused = false;
  waiting('other').catch(() => {
    isRefused = true;
  });
  await delay(50);
  expect(isRefused).toBe(false);
});
