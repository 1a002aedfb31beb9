import { describe, expect, test } from 'vitest';
import { VOTE_WINDOW_MS } from '../../src/domain/kernel/vote-window.ts';
import { USER_BUDGETS } from '../../src/limits/budget.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';

const subject = useService(20);
const ADD = `mutation ($id: ID!) { result: addFavourite(botId: $id) {
  __typename ... on FavouritePayload { botId isFavourite } ... on Error { message } } }`;
const REMOVE = ADD.replace('addFavourite', 'removeFavourite');
const OWN = `{ result: viewer {
  favourites { edges { node { botId isViewerFavourite } } }
  votes { edges { node { bot { botId } nextVoteAt } } }
  open: votes(isOpen: true) { edges { node { bot { botId } nextVoteAt } } }
  waiting: votes(isOpen: false) { edges { node { bot { botId } nextVoteAt } } }
  voteSuggestions { botId }
} }`;

describe('Favourites', () => {
  test('are added and removed by their user, and shown to nobody else', async () => {
    const { id } = subject.bot();
    const cookie = await subject.signIn();
    const isMarked = (asked?: string) =>
      subject.graphql('query ($id: ID!) { result: bot(botId: $id) { isViewerFavourite } }', { id }, asked);
    const added = { __typename: 'FavouritePayload', botId: id, isFavourite: true };
    expect(await subject.graphql(ADD, { id }, cookie)).toEqual(added);
    expect(await subject.graphql(ADD, { id }, cookie)).toEqual(added);
    expect(await isMarked(cookie)).toEqual({ isViewerFavourite: true });
    expect(await isMarked()).toEqual({ isViewerFavourite: false });
    expect(await isMarked(await subject.signIn())).toEqual({ isViewerFavourite: false });
    expect(await subject.graphql(OWN, {}, cookie)).toMatchObject({
      favourites: { edges: [{ node: { botId: id, isViewerFavourite: true } }] },
    });
    expect(await subject.graphql(REMOVE, { id }, cookie)).toEqual({ ...added, isFavourite: false });
    expect(await isMarked(cookie)).toEqual({ isViewerFavourite: false });
  });

  test('are refused as data for an unknown bot, and too often', async () => {
    const cookie = await subject.signIn();
    const add = (id: string) => subject.graphql(ADD, { id }, cookie);
    for (const id of [newBotId(), '\0']) expect(await add(id)).toMatchObject({ __typename: 'NotFoundError' });
    // A removal counts, too.
    for (let used = 2; used < USER_BUDGETS.favourite.max; used++)
      await subject.graphql(used % 2 ? ADD : REMOVE, { id: newBotId() }, cookie);
    const { id } = subject.bot();
    for (const document of [ADD, REMOVE])
      expect(await subject.graphql(document, { id }, cookie)).toMatchObject({
        __typename: 'RateLimitedError',
      });
  });
});

test("A viewer's votes tell which bots are open again, and others are suggested", async () => {
  const [old, recent] = [subject.bot(), subject.bot()];
  const userId = newUserId();
  const cookie = await subject.signIn(userId);
  const minuteAgo = new Date(Date.now() - 60_000);
  await subject.addVote(old, userId, new Date(Date.now() - VOTE_WINDOW_MS - 60_000));
  await subject.addVote(recent, userId, minuteAgo);
  const found = await subject.graphql<{ voteSuggestions: { botId: string }[] }>(OWN, {}, cookie);
  const waits = {
    node: { bot: { botId: recent.id }, nextVoteAt: new Date(+minuteAgo + VOTE_WINDOW_MS).toISOString() },
  };
  const isOpen = { node: { bot: { botId: old.id }, nextVoteAt: null } };
  expect(found).toMatchObject({
    votes: { edges: [waits, isOpen] },
    open: { edges: [isOpen] },
    waiting: { edges: [waits] },
  });
  expect(found.voteSuggestions[0]).toEqual({ botId: old.id });
  expect(found.voteSuggestions).toHaveLength(3);
  expect(found.voteSuggestions).not.toContainEqual({ botId: recent.id });
  expect((await subject.service.graphql(OWN)).data).toEqual({ result: null });
});

test('More suggestions than twelve, or none, are refused', async () => {
  const cookie = await subject.signIn();
  for (const first of [0, 13]) {
    const { errors } = await subject.service.graphql(
      `{ viewer { voteSuggestions(first: ${first}) { botId } } }`,
      {},
      { cookie },
    );
    expect(errors?.[0]?.message).toBe('first must be between 1 and 12.');
  }
});
