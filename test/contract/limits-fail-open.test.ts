import { describe, expect, test } from 'vitest';
import { useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

// Nothing listens there.
const subject = useService(3, { REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'silent' });

describe('While the rate-limit store is unreachable', () => {
  test('requests are let through, past the budget', async () => {
    const bot = subject.bot();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => subject.ask('PUT', bot, 'commands', { commands: [] })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  test('the token is still verified, and the id and the request are checked', async () => {
    const [bot, other] = [subject.bot(), subject.bot()];
    expectFailure(await subject.ask('GET', { ...bot, token: `${bot.token}x` }, 'votes'), 401);
    expectFailure(await subject.ask('GET', { ...bot, id: other.id }, 'votes'), 404);
    expectFailure(await subject.ask('GET', bot, 'votes?limit=0'), 400);
  });

  test('the service is healthy and tells that the store is not', async () => {
    const answer = await subject.service.call('GET', '/api/health');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', redis: 'unavailable' } });
  });
});
