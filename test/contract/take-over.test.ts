import { describe, expect, test } from 'vitest';
import { newBotId, newUserId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { useService } from '../kit/use-service.ts';
import { signInModerator } from '../schema/roles.ts';
import { visit } from '../web/page.ts';

const SUBMIT = `mutation ($id: ID!, $listing: ListingInput!) {
  result: submitListing(botId: $id, listing: $listing) { __typename } }`;
const REMOVE = 'mutation ($id: ID!) { result: removeListing(botId: $id) { __typename } }';
const TOKEN =
  'mutation ($id: ID!) { result: generateToken(botId: $id) { ... on GenerateTokenPayload { token } } }';
const DECIDE = `mutation ($id: ID!, $decision: ModerationDecision!, $revision: Int!, $reason: String) {
  result: moderateListing(botId: $id, decision: $decision, revision: $revision, reason: $reason) { __typename } }`;
const READ = `query ($id: ID!) { result: bot(botId: $id) { revision voteCount serverCount votesPerDay(days: 2) { votes }
  serverCountPerDay(days: 2) { serverCount } viewerNextVoteAt
  history { fromState toState reason userName isBeforeTakeOver voteCountBefore } } }`;
const REASON = 'The former owner shared stolen tokens.';

interface Read {
  readonly revision: number;
  readonly viewerNextVoteAt: string | null;
  readonly history: readonly { readonly toState: string; readonly isBeforeTakeOver: boolean }[] | null;
}

describe('A bot that was removed, and is submitted by somebody else', () => {
  const subject = useService(0);

  async function person(name: string) {
    const id = newUserId();
    const cookie = await subject.signIn(id, name);
    return { id, name, cookie };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  const ask = <Result = { __typename: string }>(by: { cookie: string }, query: string, variables: object) =>
    subject.graphql<Result>(query, variables, by.cookie);
  const read = (by: { cookie: string }, id: string) => ask<Read>(by, READ, { id });
  const submit = (by: Person, id: string) => ask(by, SUBMIT, { id, listing: INPUT });

  async function connect(by: Person, id: string) {
    const { token } = await ask<{ token: string }>(by, TOKEN, { id });
    const call = (method: string, path: string, body?: object) =>
      subject.service.call(method, `/api/v1/bots/${id}/${path}`, { token, body });
    return {
      stats: (count: number) => call('POST', 'stats', { server_count: count }),
      check: async (user: Person) => (await call('GET', `check?userId=${user.id}`)).body,
      votes: async () => (await call('GET', 'votes')).body,
    };
  }

  async function formerly() {
    const id = newBotId();
    const [owner, voter, stranger] = [await person('Olivia'), await person('Victor'), await person('Simon')];
    const moderator = { cookie: await signInModerator(subject) };
    const decide = async (decision: string, reason?: string) => {
      const { revision } = await read(moderator, id);
      return ask(moderator, DECIDE, { id, decision, revision, reason });
    };
    await submit(owner, id);
    await decide('APPROVE');
    const bot = await connect(owner, id);
    await bot.stats(4321);
    await visit(subject.service, `/bot/${id}/vote`, { cookie: voter.cookie, form: {} });
    expect(await bot.check(voter)).toMatchObject({ voted: 1 });
    await decide('SUSPEND', REASON);
    await ask(owner, REMOVE, { id });
    return { id, owner, voter, stranger, moderator, decide };
  }

  const NOT_VOTED = { voted: 0, hasVoted: false, votedAt: null, nextVoteAt: null };

  test('shows the new owner nothing of before, by the token or on the way to it', async () => {
    const { id, stranger, voter } = await formerly();
    expect(await submit(stranger, id)).toEqual({ __typename: 'Bot' });
    const bot = await connect(stranger, id);
    expect(await bot.votes()).toEqual({ votes: [], next_cursor: null });
    expect(await bot.check(voter)).toEqual(NOT_VOTED);
    const seen = await read(stranger, id);
    expect(seen).toMatchObject({
      voteCount: 0,
      serverCount: null,
      votesPerDay: [{ votes: 0 }, { votes: 0 }],
      serverCountPerDay: [{ serverCount: null }, { serverCount: null }],
      history: [
        {
          fromState: null,
          toState: 'PENDING',
          reason: null,
          userName: 'Simon',
          isBeforeTakeOver: false,
          voteCountBefore: null,
        },
      ],
    });
    expect(JSON.stringify(seen)).not.toMatch(/Olivia|stolen|\b4321\b/);
  });

  test('shows moderators both, and marks what was before', async () => {
    const { id, stranger, moderator } = await formerly();
    await submit(stranger, id);
    const { history } = await read(moderator, id);
    expect(history?.map(({ toState, isBeforeTakeOver }) => `${toState} ${isBeforeTakeOver}`)).toEqual([
      'PENDING true',
      'APPROVED true',
      'SUSPENDED true',
      'REMOVED true',
      'PENDING false',
    ]);
    expect(history?.[2]).toMatchObject({ reason: REASON });
    expect(history?.at(-1)).toMatchObject({ fromState: 'REMOVED', userName: 'Simon', voteCountBefore: 1 });
  });

  test('shows the public nothing of before once it is approved, and its voters may vote at once', async () => {
    const { id, stranger, voter, decide } = await formerly();
    await submit(stranger, id);
    await decide('APPROVE');
    const widget = await subject.service.call('GET', `/widget/${id}`);
    expect(widget.body).toMatchObject({ votes: 0, server_count: null });
    const page = await visit(subject.service, `/bot/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/Votes 0 /);
    expect(page.html).not.toMatch(/Olivia|stolen|\b4,?321\b/);
    expect((await read(voter, id)).viewerNextVoteAt).toBeNull();
    await visit(subject.service, `/bot/${id}/vote`, { cookie: voter.cookie, form: {} });
    const bot = await connect(stranger, id);
    expect(await bot.check(voter)).toMatchObject({ voted: 1 });
    expect(await bot.votes()).toMatchObject({ votes: [{ user_id: voter.id }], next_cursor: null });
    expect((await visit(subject.service, `/bot/${id}`)).text).toMatch(/Votes 1 /);
    expect((await read(voter, id)).viewerNextVoteAt).not.toBeNull();
  });

  test('goes on where it was when its owner of before submits it', async () => {
    const { id, owner, voter, decide } = await formerly();
    await submit(owner, id);
    const bot = await connect(owner, id);
    expect(await bot.votes()).toMatchObject({ votes: [{ user_id: voter.id }] });
    expect(await bot.check(voter)).toMatchObject({ voted: 1 });
    const { history } = await read(owner, id);
    expect(history).toHaveLength(5);
    expect(history?.some(({ isBeforeTakeOver }) => isBeforeTakeOver)).toBe(false);
    await decide('APPROVE');
    const widget = await subject.service.call('GET', `/widget/${id}`);
    expect(widget.body).toMatchObject({ votes: 1, server_count: 4321 });
  });
});
