import { describe, expect, test } from 'vitest';
import { first } from '../kit/present.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const service = await forFile(startOwnService({ LOG_LEVEL: 'silent' }));
const { bots, ownerId } = await service.seed({ bots: 1, users: 0 });
const { id, token } = first(bots);
const cookie = await service.signIn(ownerId);
await service.services.db.close();

describe('When the database is away', () => {
  test.each([
    ['bot(botId: $id) { name }', 'query', 'nobody'],
    ['bots { edges { node { name } } }', 'query', 'nobody'],
    ['node(id: "Bot:123456789012345678") { id }', 'query', 'nobody'],
    ['widget(botId: $id) { __typename }', 'query', 'nobody'],
    ['viewer { bots { name } }', 'query', 'owner'],
    ['voteLog(botId: $id) { __typename }', 'query', 'bot'],
    ['castVote(botId: $id) { __typename }', 'mutation', 'owner'],
    ['generateToken(botId: $id) { __typename }', 'mutation', 'owner'],
    ['removeWebhook(botId: $id) { __typename }', 'mutation', 'owner'],
    ['replaceCommands(botId: $id, list: { commands: [] }) { __typename }', 'mutation', 'bot'],
  ])('%s tells a client that something broke, and not what', async (field, operation, role) => {
    const headers = { nobody: {}, owner: { cookie }, bot: { authorization: token } }[role] ?? {};
    const answer = await service.graphql(
      `${operation} { result: ${field.replaceAll('$id', `"${id}"`)} }`,
      {},
      headers as Record<string, string>,
    );
    expect(answer.data?.result ?? null).toBeNull();
    expect(answer.errors).toEqual([
      {
        message: 'Something broke. Try again later.',
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
        path: expect.arrayContaining(['result']),
        locations: expect.any(Array),
      },
    ]);
  });

  test.each(['session', 'token'])(
    'with a %s that cannot be looked up every field but health tells the fault, and nobody is taken for a stranger',
    async (kind) => {
      const headers: Record<string, string> = kind === 'session' ? { cookie } : { authorization: token };
      const { data, errors } = await service.graphql('{ result: tags { slug } }', {}, headers);
      expect(data ?? null).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' }, path: ['result'] }]);
      const health = await service.graphql('{ health { database } }', {}, headers);
      expect(health).toEqual({ data: { health: { database: 'unavailable' } } });
    },
  );

  test('health still tells it by GraphQL', async () => {
    const answer = await service.graphql('{ health { ok database } }');
    expect(answer).toEqual({ data: { health: { ok: false, database: 'unavailable' } } });
  });

  test.each(['/', '/bot/123456789012345678'])('the page %s says so and nothing from inside', async (path) => {
    const response = await fetch(service.url + path);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('Something went wrong');
    expect(text).not.toMatch(/CONNECTION|select |postgres|at file|node_modules|\.ts:/);
  });
});
