import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { NetworkError } from '../../packages/client/src/index.ts';
import { cut, respond, startScriptedService, stored, TOKEN } from './scripted-service.ts';

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );

describe('A call', () => {
  test.each([
    ['status 500', respond(500, { error: 'Try again later.' })],
    ['status 503', respond(503, { error: 'Too many requests at once.' })],
    ['status 502 of a proxy', respond(502, '<h1>Bad gateway</h1>')],
    ['a cut connection', cut],
  ])('is retried after %s, with growing waits', async (_, failure) => {
    await using service = await startScriptedService(failure, failure, failure, stored());
    expect(await service.client().reportStats(7)).toBe(7);
    expect(service.waits).toEqual([1000, 2000, 4000]);
  });

  test('waits as long as Retry-After asks, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const busy = (retryAfter: string) => respond(503, {}, { 'retry-after': retryAfter });
    await using service = await startScriptedService(busy('9'), busy(date), stored());
    await service.client().reportStats(7);
    expect(service.waits[0]).toBe(9000);
    expect(service.waits[1]).toBeGreaterThan(25_000);
    expect(service.waits[1]).toBeLessThanOrEqual(30_000);
  });

  test('shortens waits by a random part of up to one half', async () => {
    await using service = await startScriptedService(cut, cut, stored());
    await service.client({ random: () => 0.5 }).reportStats(7);
    expect(service.waits).toEqual([750, 1500]);
  });

  test('fails after its last retry, and tells why no response came', async () => {
    await using service = await startScriptedService(cut);
    const error = await failureOf(service.client().reportStats(7));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: 'NETWORK' });
    expect(String(error)).toMatch(/POST \/api\/v1\/bots\/\d+\/stats: (UND_ERR_SOCKET|ECONNRESET)/);
    expect(service.count()).toBe(5);
    expect(service.waits).toEqual([1000, 2000, 4000, 8000]);
  });

  test('is retried as often as the client or the call says', async () => {
    await using service = await startScriptedService(respond(503));
    const client = service.client({ retries: 1 });
    expect(await failureOf(client.reportStats(7))).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(service.count()).toBe(2);
    await failureOf(client.reportStats(7, { retries: 0 }));
    expect(service.count()).toBe(3);
  });

  test.each([400, 401, 404, 405, 413])('is not retried after status %d', async (status) => {
    await using service = await startScriptedService(respond(status, { error: 'No.' }));
    expect(await failureOf(service.client().reportStats(7))).toMatchObject({ name: 'ApiError', status });
    expect(service.count()).toBe(1);
  });

  test('fails when no response comes in time', async () => {
    await using service = await startScriptedService(() => {});
    const client = service.client({ timeoutMs: 50, retries: 0 });
    const error = await failureOf(client.reportStats(7));
    expect(error).toMatchObject({ name: 'NetworkError', code: 'TIMEOUT' });
    expect(String(error)).toContain('no response within 50 ms');
  });

  test('fails when the body of the response does not come in time', async () => {
    await using service = await startScriptedService((_, response) => response.writeHead(200).write('{'));
    const client = service.client({ timeoutMs: 50, retries: 0 });
    expect(await failureOf(client.reportStats(7))).toMatchObject({ code: 'TIMEOUT' });
  });

  test('ends with the reason of its signal, during a request and during a wait', async () => {
    await using service = await startScriptedService(() => {}, cut);
    const reason = new Error('The interaction is over.');
    const during = service.client().reportStats(7, { signal: abortedAfter(20, reason) });
    expect(await failureOf(during)).toBe(reason);
    const waiting = service.client({ sleep: undefined }).reportStats(7, { signal: abortedAfter(50, reason) });
    expect(await failureOf(waiting)).toBe(reason);
  });

  test('does not send the token to where a redirect leads', async () => {
    await using other = await startScriptedService(stored());
    await using service = await startScriptedService(respond(307, '', { location: other.origin }));
    const error = await failureOf(service.client().reportStats(7));
    expect(error).toMatchObject({ status: 307, code: 'UNEXPECTED_RESPONSE' });
    expect([service.count(), other.count()]).toEqual([1, 0]);
  });

  test('fails when a response of status 200 is no JSON', async () => {
    await using service = await startScriptedService(respond(200, '<h1>Sign in to this network</h1>'));
    expect(await failureOf(service.client().reportStats(7))).toMatchObject({ code: 'UNEXPECTED_RESPONSE' });
  });
});

test('errors hide the token where a proxy or an own fetch repeats it', async () => {
  await using service = await startScriptedService(respond(400, { error: `Not a header: Bearer ${TOKEN}` }));
  const refused = await failureOf(service.client().reportStats(7));
  const fetch = () => Promise.reject(new Error(`Cannot send Bearer ${TOKEN}`));
  const failed = await failureOf(service.client({ fetch }).reportStats(7));
  const shown = inspect([refused, failed], { depth: null, showHidden: true });
  expect(shown).toContain('Not a header: Bearer [token]');
  expect(shown).toContain('Cannot send Bearer [token]');
  expect(shown).not.toContain(TOKEN);
});

function abortedAfter(ms: number, reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), ms);
  return controller.signal;
}
