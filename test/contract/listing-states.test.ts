import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../src/db/tables.ts';
import { putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(15);
const userId = newUserId();

async function put(bot: Bot, state: ListingState): Promise<void> {
  await putInState(subject.services, bot.id, state);
}

describe.each(['pending', 'rejected', 'suspended'] as const)('A listing that is %s', (state) => {
  test('has the whole REST interface, since its owner integrates while waiting', async () => {
    const bot = subject.bot();
    await put(bot, state);
    expect((await subject.ask('POST', bot, 'stats', { server_count: 5 })).status).toBe(200);
    expect((await subject.ask('PUT', bot, 'commands', { commands: [] })).status).toBe(200);
    expect((await subject.ask('GET', bot, `check?userId=${userId}`)).status).toBe(200);
    expect((await subject.ask('GET', bot, 'votes')).status).toBe(200);
  });

  test('has no widget, no page and no votes', async () => {
    const bot = subject.bot();
    await put(bot, state);
    expectFailure(await subject.service.call('GET', `/widget/${bot.id}`), 404, 'Bot not found.');
    expectFailure(await subject.service.call('GET', `/widget/${bot.id}.svg`), 404, 'Bot not found.');
    expect((await subject.service.call('GET', `/bot/${bot.id}`)).status).toBe(404);
    const vote = await subject.graphql<{ code?: string }>(
      'mutation ($id: ID!) { result: castVote(botId: $id) { ... on Error { code } } }',
      { id: bot.id },
      await subject.signIn(userId),
    );
    expect(vote.code).toBe('NOT_FOUND');
  });
});

describe('A listing that is removed', () => {
  test('has no REST interface any more: its token is refused', async () => {
    const bot = subject.bot();
    await put(bot, 'removed');
    const answers = [
      await subject.ask('POST', bot, 'stats', { server_count: 5 }),
      await subject.ask('PUT', bot, 'commands', { commands: [] }),
      await subject.ask('GET', bot, `check?userId=${userId}`),
      await subject.ask('GET', bot, 'votes'),
    ];
    for (const answer of answers) expect([401, 404]).toContain(answer.status);
  });

  test('has no widget', async () => {
    const bot = subject.bot();
    await put(bot, 'removed');
    expectFailure(await subject.service.call('GET', `/widget/${bot.id}`), 404, 'Bot not found.');
    expectFailure(await subject.service.call('GET', `/widget/${bot.id}.svg`), 404, 'Bot not found.');
  });
});
