import { expect, test } from 'vitest';
import { given } from '../kit/given.ts';
import { fieldOf, forFile, startService } from '../kit/service.ts';

const service = await forFile(startService());

test.each(['', 'abc', '-1', '1.5', ' 1', '1e3', '9'.repeat(16), '\0'])(
  'the edit id %j is refused for owners and moderators',
  async (editId) => {
    const bot = await given(service.services).listing().approved();
    const moderatorId = await given(service.services).moderator();
    for (const [userId, call] of [
      [bot.ownerId, 'withdrawEdit(botId: $botId, editId: $editId)'],
      [moderatorId, 'decideEdit(botId: $botId, editId: $editId, accepts: true)'],
    ] as const) {
      const answer = await service.graphql(
        `mutation ($botId: ID!, $editId: ID!) { result: ${call} { __typename ... on Error { reason } } }`,
        { botId: bot.id, editId },
        { cookie: await service.signIn(userId) },
      );
      expect(fieldOf(answer, 'result')).toEqual({ __typename: 'InvalidInputError', reason: 'id.ofEdit' });
    }
  },
);
