import { describe, expect, test } from 'vitest';
import { grantRole } from '../../src/domain/identity/grant-role.ts';
import { setTranslation } from '../../src/domain/listing/texts.ts';
import { given, unreviewed } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';

const KIND = '{ __typename }';
const TOKEN = `generateToken(botId: $id) ${KIND}`;

describe('A document with several mutations', () => {
  const subject = useService(10);
  const run = async (mutations: string, variables: Record<string, string>, cookie: string) => {
    const types = Object.keys(variables).map((name) => `$${name}: ID!`);
    const { data, errors } = await subject.service.graphql(
      `mutation (${types.join(', ')}) { ${mutations} }`,
      variables,
      { cookie },
    );
    expect(errors).toBeUndefined();
    return Object.fromEntries(Object.entries(data ?? {}).map(([name, { __typename }]) => [name, __typename]));
  };

  test('issues no token to a co-owner after it removed the co-owner', async () => {
    const { id } = subject.bot();
    const me = await given(subject.services).coOwnerOf(id);
    const cookie = await subject.signIn(me);
    const removal = `removed: removeCoOwner(botId: $id, userId: $me) ${KIND}`;
    expect(await run(`before: ${TOKEN} ${removal} after: ${TOKEN}`, { id, me }, cookie)).toEqual({
      before: 'GenerateTokenPayload',
      removed: 'OwnersPayload',
      after: 'ForbiddenError',
    });
  });

  test('gives a co-owner the rights that it has just accepted', async () => {
    const { id } = subject.bot();
    const cookie = await subject.signIn(await given(subject.services).invitedTo(id));
    const acceptance = `accepted: acceptCoOwnership(botId: $id) ${KIND}`;
    expect(await run(`before: ${TOKEN} ${acceptance} after: ${TOKEN}`, { id }, cookie)).toEqual({
      before: 'ForbiddenError',
      accepted: 'Bot',
      after: 'GenerateTokenPayload',
    });
  });

  test('does nothing for a session after it ended the session', async () => {
    const { id } = subject.bot();
    const cookie = await subject.signIn(subject.ownerId);
    const { data } = await subject.service.graphql(
      `mutation ($id: ID!) { first: ${TOKEN} signOutEverywhere ${KIND} last: ${TOKEN} }`,
      { id },
      { cookie },
    );
    expect(data).toMatchObject({
      first: { __typename: 'GenerateTokenPayload' },
      last: { __typename: 'UnauthenticatedError' },
    });
  });

  test('decides nothing for a moderator whose role it has removed', async () => {
    const { services } = subject;
    const { id } = await given(services).listing().submitted();
    const me = await given(services).user();
    await grantRole(services, newUserId(), me, 'admin');
    const cookie = await subject.signIn(me);
    const note = `addModerationNote(botId: $id, text: "Seen.") ${KIND}`;
    const demotion = `demoted: grantRole(userId: $me, role: null) ${KIND}`;
    expect(await run(`before: ${note} ${demotion} after: ${note}`, { id, me }, cookie)).toMatchObject({
      before: 'Bot',
      after: 'ForbiddenError',
    });
  });
});

describe('The history of a listing', () => {
  const subject = useService(3);
  test('names an owner who is also a moderator for what they removed, and no other moderator', async () => {
    const { service } = subject;
    const { id } = subject.bot();
    const foreign = await given(service.services).moderator();
    const own = await given(service.services).coOwnerOf(id);
    await grantRole(service.services, newUserId(), own, 'moderator');
    const other = newUserId();
    for (const userId of [own, foreign]) {
      await unreviewed(service.services, id, () =>
        setTranslation(service.services, { botId: id, userId: other }, 'de', { name: 'Lied' }),
      );
      const remove = `mutation ($id: ID!) { removeBotTranslation(botId: $id, language: "de") ${KIND} }`;
      const { data } = await service.graphql(remove, { id }, { cookie: await service.signIn(userId) });
      expect(data).toEqual({ removeBotTranslation: { __typename: 'Bot' } });
    }
    const events = await service.services.db.sql`
      select user_id from listing_events where bot_id = ${id} order by id desc limit 4`;
    expect(events.map((event) => event.user_id)).toEqual([null, other, own, other]);
  });
});
