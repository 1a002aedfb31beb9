import { describe, expect, test, vi } from 'vitest';
import { createClient, type Reporting } from '../../packages/client/src/index.ts';
import { useService } from '../kit/use-service.ts';
import { cut, respond, type Step, startScriptedService, stored } from './scripted-service.ts';

const subject = useService(8);

/** A sleep that ends the reports after so many waits, which it keeps. */
function clock(count: number) {
  const waits: number[] = [];
  const stopping = new AbortController();
  const sleep = async (ms: number) => {
    waits.push(ms);
    if (waits.length === count) stopping.abort();
  };
  return { waits, sleep, signal: stopping.signal };
}

/** The waits of a schedule with these responses, and the errors that it told of. */
async function waitsAfter(...steps: Step[]): Promise<{ waits: number[]; errors: unknown[] }> {
  await using service = await startScriptedService(...steps);
  const { waits, sleep, signal } = clock(steps.length);
  const errors: unknown[] = [];
  const reporting = service.client({ sleep }).startReporting({
    serverCount: () => 7,
    everyMs: 300_000,
    signal,
    onError: (error) => errors.push(error),
  });
  await reporting.done;
  expect(service.count()).toBe(steps.length);
  return { waits, errors };
}

test('reports reach the service, each with a new count', async () => {
  const { id, token } = subject.bot();
  const { waits, sleep, signal } = clock(3);
  const client = createClient({ baseUrl: subject.service.url, botId: id, token, sleep });
  let servers = 40;
  const onError = vi.fn();
  await client.startReporting({ serverCount: async () => ++servers, everyMs: 60_000, signal, onError }).done;
  expect(onError).not.toHaveBeenCalled();
  expect(waits).toEqual([60_000, 60_000, 60_000]);
  expect((await subject.service.call('GET', `/widget/${id}`)).body.server_count).toBe(43);
});

test('the service’s own rate limit delays the next report', async () => {
  const bot = subject.bot();
  for (let count = 0; count < 59; count++) await subject.ask('POST', bot, 'stats', { server_count: 1 });
  const { waits, sleep, signal } = clock(2);
  const errors: unknown[] = [];
  const client = createClient({ baseUrl: subject.service.url, botId: bot.id, token: bot.token, sleep });
  const onError = (error: unknown) => errors.push(error);
  await client.startReporting({ serverCount: () => 7, everyMs: 1000, signal, onError }).done;
  // The 60th report passes, and says when the next one does. The next one is refused, since no time has passed.
  for (const wait of waits) expect(wait).toBeGreaterThan(30_000);
  expect(errors).toMatchObject([{ status: 429, code: 'RATE_LIMITED' }]);
});

describe('After a report', () => {
  test('that failed, the next ones come with growing waits, until one succeeds', async () => {
    const { waits, errors } = await waitsAfter(respond(503), cut, respond(500), stored(), cut);
    expect(waits).toEqual([1000, 2000, 4000, 300_000, 1000]);
    expect(errors).toHaveLength(4);
  });

  test('that failed often, the waits are a minute', async () => {
    const { waits } = await waitsAfter(...Array.from({ length: 9 }, () => cut));
    expect(waits.slice(-3)).toEqual([60_000, 60_000, 60_000]);
  });

  test('with 429, the next one waits for Retry-After', async () => {
    const { waits } = await waitsAfter(respond(429, { error: 'Rate limit exceeded.', retryAfter: 37 }));
    expect(waits).toEqual([37_000]);
  });

  test.each([400, 401, 404])('that was refused with %d, the next one comes as usual', async (status) => {
    const { waits, errors } = await waitsAfter(respond(status, { error: 'No.' }), stored());
    expect(waits).toEqual([300_000, 300_000]);
    expect(errors).toMatchObject([{ status }]);
  });

  test('that used the last request of the limit, the next one waits for the limit', async () => {
    const { waits } = await waitsAfter(stored({ ratelimit: '"stats";r=0;t=400' }), stored());
    expect(waits).toEqual([400_000, 300_000]);
  });
});

test('an error of serverCount is told, and the reports go on', async () => {
  await using service = await startScriptedService(stored());
  const { waits, sleep, signal } = clock(2);
  const mistake = new Error('The bot is not ready.');
  const serverCount = vi
    .fn(() => 7)
    .mockImplementationOnce(() => {
      throw mistake;
    });
  const onError = vi.fn();
  await service.client({ sleep }).startReporting({ serverCount, everyMs: 5000, signal, onError }).done;
  expect(onError.mock.calls).toEqual([[mistake]]);
  expect(waits).toEqual([5000, 5000]);
  expect(service.count()).toBe(1);
});

test('the same error is told once, until a report succeeds or fails in another way', async () => {
  const stale = respond(401, { error: 'Invalid token.' });
  const { errors } = await waitsAfter(stale, stale, cut, cut, stored(), cut, stale, stale);
  expect(errors.map((error) => (error as { code?: unknown }).code)).toEqual([
    ...['INVALID_TOKEN', 'NETWORK', 'NETWORK', 'INVALID_TOKEN'],
  ]);
  expect(String(errors[0])).toContain("401 Invalid token. Generate a new token on the bot's edit page.");
});

test('reports that are refused slow down to one in five minutes, until one is taken', async () => {
  await using service = await startScriptedService(
    ...Array.from({ length: 6 }, () => respond(401)),
    stored(),
  );
  const { waits, sleep, signal } = clock(7);
  await service.client({ sleep }).startReporting({
    serverCount: () => 7,
    everyMs: 20_000,
    signal,
    onError: () => {},
  }).done;
  expect(waits).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 20_000]);
});

test.each([
  ['throws', () => expect.fail('The log is full.')],
  ['rejects', () => Promise.reject(new Error('The log is full.'))],
])('an onError that %s does not end the reports, nor the bot', async (_, onError) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  await using service = await startScriptedService(respond(401), stored());
  const { waits, sleep, signal } = clock(2);
  await service.client({ sleep }).startReporting({ serverCount: () => 7, everyMs: 5000, signal, onError })
    .done;
  expect(waits).toEqual([5000, 5000]);
  expect(String(print.mock.lastCall)).toContain('The log is full.');
  print.mockRestore();
});

test('without onError, a refusal is one line, and an error of the bot’s own code has its stack', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  await using service = await startScriptedService(respond(401, { error: 'Invalid token.' }));
  const { sleep, signal } = clock(2);
  const mistake = new Error('The bot is not ready.');
  const serverCount = vi
    .fn(() => 7)
    .mockImplementationOnce(() => {
      throw mistake;
    });
  await service.client({ sleep }).startReporting({ serverCount, signal }).done;
  expect(print.mock.calls).toEqual([[mistake], [expect.stringMatching(/^ApiError: POST .* 401 .*$/)]]);
  print.mockRestore();
});

test('a token that the owner replaces is used from the next report on, without a restart', async () => {
  const bot = subject.bot();
  const replaced = await subject.graphql<{ token: string }>(
    'mutation ($id: ID!) { result: generateToken(botId: $id) { ... on GenerateTokenPayload { token } } }',
    { id: bot.id },
    await subject.signIn(subject.ownerId),
  );
  let token = bot.token;
  const { waits, sleep, signal } = clock(2);
  const errors: unknown[] = [];
  const client = createClient({
    baseUrl: subject.service.url,
    botId: bot.id,
    // As a file with a secret has it.
    token: async () => `${token}\n`,
    async sleep(...wait) {
      await sleep(wait[0]);
      token = replaced.token;
    },
  });
  const onError = (error: unknown) => errors.push(error);
  await client.startReporting({ serverCount: () => 77, everyMs: 5000, signal, onError }).done;
  expect(errors).toMatchObject([{ code: 'INVALID_TOKEN' }]);
  expect(waits).toEqual([5000, 5000]);
  expect((await subject.service.call('GET', `/widget/${bot.id}`)).body.server_count).toBe(77);
});

test('a function that gives no token fails as an empty token does', async () => {
  await using service = await startScriptedService(stored());
  for (const token of [() => '', () => undefined as never, async () => 'blt_a b']) {
    await expect(service.client({ token }).reportStats(7)).rejects.toThrow(TypeError);
  }
  expect(service.count()).toBe(0);
});

describe('Commands that are published with the reports', () => {
  const LONG = [{ name: 'ping', description: 'x'.repeat(101) }];
  const GOOD = [{ name: 'ping', description: 'Answers with pong.' }];

  /** Reports as often as there are lists, and publishes one list after the other. */
  async function publish(lists: (() => (typeof GOOD)[number][])[]) {
    const bot = subject.bot();
    const { sleep, signal } = clock(lists.length);
    const sent: string[] = [];
    const errors: unknown[] = [];
    const client = createClient({
      baseUrl: subject.service.url,
      botId: bot.id,
      token: bot.token,
      sleep,
      fetch: (url, init) => {
        sent.push(`${init.method} ${url.split('/').at(-1)}`);
        return fetch(url, init);
      },
    });
    let turn = 0;
    const commands = () => (lists[turn++] ?? expect.fail('It was asked too often.'))();
    const onError = (error: unknown) => errors.push(error);
    await client.startReporting({ serverCount: () => 7, commands, signal, onError }).done;
    return { sent, errors, shown: await subject.commandsOf(bot) };
  }

  test('are sent again only when they have changed', async () => {
    const changed = [...GOOD, { name: 'help', description: 'Shows all.' }];
    const { sent, errors, shown } = await publish([() => GOOD, () => GOOD, () => changed]);
    expect(sent).toEqual(['POST stats', 'PUT commands', 'POST stats', 'POST stats', 'PUT commands']);
    expect(errors).toEqual([]);
    expect(shown).toEqual(changed);
  });

  test('are told once when the service refuses them, not sent again, and do not stop the reports', async () => {
    const { sent, errors, shown } = await publish([() => LONG, () => LONG, () => LONG, () => GOOD]);
    expect(errors).toMatchObject([{ code: 'INVALID_REQUEST' }]);
    const stats = 'POST stats';
    expect(sent).toEqual([stats, 'PUT commands', stats, stats, stats, 'PUT commands']);
    expect(shown).toEqual(GOOD);
  });

  test('come with the next report when they could not be read', async () => {
    const away = () => expect.fail('The chat platform is away.');
    const { errors, shown } = await publish([away, away, () => GOOD]);
    expect(errors).toHaveLength(1);
    expect(shown).toEqual(GOOD);
  });
});

test('two reports never run at once, also when reporting is started again', async () => {
  await using service = await startScriptedService((request, response) => {
    setTimeout(() => stored()(request, response), 20);
  });
  let running = 0;
  let most = 0;
  const send = async (url: string, init: RequestInit) => {
    running += 1;
    most = Math.max(most, running);
    return fetch(url, init).finally(() => {
      running -= 1;
    });
  };
  const client = service.client({ sleep: undefined, fetch: send });
  const onError = vi.fn();
  const start = () => client.startReporting({ serverCount: () => 7, everyMs: 1, onError });
  const first = start();
  await expect.poll(() => service.count()).toBeGreaterThan(2);
  const second = start();
  await first.done;
  const before = service.count();
  await expect.poll(() => service.count()).toBeGreaterThan(before + 2);
  second.stop();
  await second.done;
  expect(most).toBe(1);
  expect(onError).not.toHaveBeenCalled();
});

describe('Reporting ends', () => {
  test('by stop and by a signal, during a request and during a wait, without an error', async () => {
    await using hanging = await startScriptedService(() => {});
    await using quick = await startScriptedService(stored());
    const onError = vi.fn();
    for (const service of [hanging, quick]) {
      const stopping = new AbortController();
      const ends: ((reporting: Reporting) => void)[] = [({ stop }) => stop(), () => stopping.abort()];
      for (const end of ends) {
        const before = service.count();
        const client = service.client({ sleep: undefined });
        const reporting = client.startReporting({ serverCount: () => 7, signal: stopping.signal, onError });
        await vi.waitFor(() => expect(service.count()).toBe(before + 1));
        await new Promise((resolve) => setTimeout(resolve, 20));
        end(reporting);
        await reporting.done;
        expect(service.count()).toBe(before + 1);
      }
    }
    expect(onError).not.toHaveBeenCalled();
  });

  test('before it has begun when its signal has already ended', async () => {
    await using service = await startScriptedService(stored());
    const reporting = service.client().startReporting({ serverCount: () => 7, signal: AbortSignal.abort() });
    await reporting.done;
    expect(service.count()).toBe(0);
  });
});

test.each([0, -1, Number.NaN])('reporting every %d ms is refused', async (everyMs) => {
  await using service = await startScriptedService(stored());
  expect(() => service.client().startReporting({ serverCount: () => 7, everyMs })).toThrow(RangeError);
});
