import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { newUserId, useService } from '../contract/subject.ts';
import { headersOf, ROLES, type Role } from './roles.ts';

/** What everybody may read, with the selection of its own fields where it has some. */
const PUBLIC: Readonly<Record<string, string>> = {
  botId: '',
  name: '',
  shortDescription: '',
  longDescription: '',
  longDescriptionHtml: '',
  tags: '{ slug }',
  inviteUrl: '',
  inviteScopes: '',
  invitePermissions: '',
  prefix: '',
  websiteUrl: '',
  supportUrl: '',
  sourceUrl: '',
  privacyUrl: '',
  owners: '{ userId }',
  avatarUrl: '',
  state: '',
  revision: '',
  temporalUrl: '',
  createdAt: '',
  updatedAt: '',
  serverCount: '',
  checkedInAt: '',
  voteCount: '',
  votesPerDay: '{ day votes }',
  serverCountPerDay: '{ day serverCount }',
  viewerNextVoteAt: '',
  commands: '{ name }',
  id: '',
};
/** What only these may read; other users are forbidden to, and nobody else is a user. */
const RESTRICTED: Readonly<Record<string, { selection: string; readers: readonly Role[] }>> = {
  webhook: { selection: '{ url }', readers: ['owner'] },
  deliveries: { selection: '{ id }', readers: ['owner'] },
  recentAttempts: { selection: '{ number }', readers: ['owner'] },
  history: { selection: '{ toState }', readers: ['owner', 'moderator'] },
  openReports: { selection: '{ text }', readers: ['moderator'] },
};
const USERS: readonly Role[] = ['stranger', 'owner', 'moderator'];

test('every field of Bot is in one of the two tables', () => {
  const bot = schema.getType('Bot');
  if (!isObjectType(bot)) throw new Error('Bot is no object type.');
  const listed = [...Object.keys(PUBLIC), ...Object.keys(RESTRICTED)];
  expect(listed.toSorted()).toEqual(Object.keys(bot.getFields()).toSorted());
});

describe('A field of Bot', () => {
  const subject = useService(60);

  test.each(ROLES)('that is public is read by %s without an error', async (role) => {
    const bot = subject.bot();
    const selection = Object.entries(PUBLIC).flat().join(' ');
    const answer = await subject.service.graphql(
      `query ($id: ID!) { result: bot(botId: $id) { ${selection} } }`,
      { id: bot.id },
      await headersOf(subject, role, bot),
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.result).toMatchObject({ botId: bot.id, state: 'APPROVED', id: `Bot:${bot.id}` });
  });

  const cases = Object.entries(RESTRICTED).flatMap(([field, { selection, readers }]) =>
    ROLES.map((role) => {
      const refusal = USERS.includes(role) ? 'FORBIDDEN' : 'UNAUTHENTICATED';
      return { field, selection, role, code: readers.includes(role) ? undefined : refusal };
    }),
  );
  test.each(cases)('that is restricted, $field, is answered to $role with $code', async (asked) => {
    const { field, selection, role, code } = asked;
    const bot = subject.bot();
    const answer = await subject.service.graphql(
      `query ($id: ID!) { result: bot(botId: $id) { botId ${field} ${selection} } }`,
      { id: bot.id },
      await headersOf(subject, role, bot),
    );
    expect(answer.errors?.map(({ extensions }) => extensions?.code)).toEqual(code && [code]);
    const { botId, [field]: value } = answer.data?.result ?? {};
    expect(botId).toBe(bot.id);
    expect(value === null).toBe(code !== undefined);
  });

  test('for managers stays closed on every way to the bot', async () => {
    const bot = subject.bot();
    const cookie = await subject.service.signIn(newUserId());
    for (const way of [`node(id: "Bot:${bot.id}")`, `widget(botId: "${bot.id}")`]) {
      const answer = await subject.service.graphql(
        `{ result: ${way} { ... on Bot { webhook { url } } } }`,
        {},
        { cookie },
      );
      expect(answer.errors?.map(({ extensions }) => extensions?.code)).toEqual(['FORBIDDEN']);
      expect(JSON.stringify(answer.data)).not.toContain('http');
    }
  });

  test('of one listing gives its manager nothing of a listing beside it', async () => {
    const [mine, foreign] = [subject.bot(), subject.bot()];
    const userId = newUserId();
    const cookie = await subject.service.signIn(userId);
    const { sql } = subject.service.services.db;
    await sql`update bot_owners set user_id = ${userId} where bot_id = ${mine.id}`;
    const answer = await subject.service.graphql(
      'query ($mine: ID!, $foreign: ID!) { mine: bot(botId: $mine) { webhook { url } } foreign: bot(botId: $foreign) { webhook { url } } }',
      { mine: mine.id, foreign: foreign.id },
      { cookie },
    );
    expect(answer.data).toEqual({
      mine: { webhook: { url: expect.any(String) } },
      foreign: { webhook: null },
    });
  });
});
