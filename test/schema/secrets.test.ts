import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { useService } from '../kit/use-service.ts';

const nameOf = (type: GraphQLOutputType) => getNamedType(type).name;

describe('A secret', () => {
  const subject = useService(5);

  test('of a listing can be selected in no query: only the mutations that make one give it', () => {
    const reached = new Set<string>();
    const visit = (name: string | undefined): void => {
      const type = schema.getType(name ?? '');
      if (!type || reached.has(type.name)) return;
      reached.add(type.name);
      if ('getFields' in type) {
        for (const field of Object.values(type.getFields())) visit(nameOf(field.type));
      }
      if ('getTypes' in type) for (const member of type.getTypes()) visit(member.name);
    };
    visit(schema.getQueryType()?.name);
    expect(reached).toContain('Webhook');
    const names = [...reached].flatMap((name) => {
      const type = schema.getType(name);
      return isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${name}.${field}`) : [];
    });
    // Only times are known of a token, and of a session its times and the hash by which it is ended.
    const ofSession = ['id', 'startedAt', 'endsAt', 'isCurrent'].map((field) => `OwnSession.${field}`);
    const known = [
      'Bot.apiToken',
      'ApiToken.createdAt',
      'ApiToken.lastUsedAt',
      // The first digits of a hash, by which a browser knows which secret rules.
      'ApiToken.fingerprint',
      'Webhook.secretFingerprint',
      'Webhook.nextSecretFingerprint',
      'Viewer.sessions',
      'Webhook.nextSecretAt',
      ...ofSession,
    ];
    expect(names.filter((name) => /secret|token|hash|session|sealed/i.test(name)).toSorted()).toEqual(
      known.toSorted(),
    );
  });

  test('stands in no answer to its owner, whatever is asked of the listing', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn(subject.ownerId);
    const { data, errors } = await subject.service.graphql(
      `{ viewer { bots { botId name shortDescription longDescription webhook { url updatedAt }
          apiToken { createdAt lastUsedAt }
          deliveries(first: 5) { id kind state userId attempts { number failure } } recentAttempts { failure } } } }`,
      {},
      { cookie },
    );
    expect(errors).toBeUndefined();
    const text = JSON.stringify(data);
    expect(text).toContain(bot.id);
    expect(text).not.toContain(bot.token);
    expect(text).not.toContain(bot.webhookSecret);
    expect(text).not.toMatch(/blt_|whsec_/);
  });

  test('of the API is replaced at once: the token before stops with the answer that gives the new one', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn(subject.ownerId);
    expect((await subject.ask('GET', bot, 'votes')).status).toBe(200);
    const { token } = await subject.graphql<{ token: string }>(
      'mutation ($id: ID!) { result: generateToken(botId: $id) { ... on GenerateTokenPayload { token } } }',
      { id: bot.id },
      cookie,
    );
    expect(token).toMatch(/^blt_[\w-]{43}$/);
    expect((await subject.ask('GET', bot, 'votes')).status).toBe(401);
    expect((await subject.ask('GET', { ...bot, token }, 'votes')).status).toBe(200);
    const rows = await subject.services.db.sql`select * from api_tokens where bot_id = ${bot.id}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('viewerNextVoteAt', () => {
  const subject = useService(2);

  test('is null before a vote, and after it twelve hours later than the vote, for the voter only', async () => {
    const bot = subject.bot();
    const read = async (cookie?: string) => {
      const document = 'query ($id: ID!) { result: bot(botId: $id) { viewerNextVoteAt } }';
      const result = await subject.graphql<{ viewerNextVoteAt: string | null }>(
        document,
        { id: bot.id },
        cookie,
      );
      return result.viewerNextVoteAt;
    };
    const cookie = await subject.signIn('301234567890123456');
    const other = await subject.signIn('301234567890123457');
    expect(await read(cookie)).toBeNull();
    const vote = await subject.graphql<{ votedAt: string }>(
      'mutation ($id: ID!) { result: castVote(botId: $id) { ... on CastVotePayload { votedAt } } }',
      { id: bot.id },
      cookie,
    );
    const opens = new Date(new Date(vote.votedAt).getTime() + 12 * 60 * 60 * 1000).toISOString();
    expect(await read(cookie)).toBe(opens);
    expect(await read(other)).toBeNull();
    expect(await read()).toBeNull();
  });

  test('is null again when the window has passed', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn('301234567890123458');
    await subject.addVote(bot, '301234567890123458', new Date(Date.now() - 12 * 60 * 60 * 1000 - 1000));
    const { viewerNextVoteAt } = await subject.graphql<{ viewerNextVoteAt: string | null }>(
      'query ($id: ID!) { result: bot(botId: $id) { viewerNextVoteAt } }',
      { id: bot.id },
      cookie,
    );
    expect(viewerNextVoteAt).toBeNull();
  });
});
