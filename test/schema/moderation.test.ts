import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../src/db/tables.ts';
import { grantRole } from '../../src/domain/identity/grant-role.ts';
import { addScreenshot } from '../../src/domain/listing/screenshots.ts';
import { setBanner } from '../../src/domain/listing/uploads.ts';
import { USER_BUDGETS } from '../../src/limits/budget.ts';
import { given, putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { png } from '../kit/platform.ts';
import { startOwnService } from '../kit/service.ts';
import { useService } from '../kit/use-service.ts';
import { signInModerator } from './roles.ts';

const DECIDE = `mutation ($id: ID!, $decision: ModerationDecision!, $revision: Int!, $reason: String) {
  result: moderateListing(botId: $id, decision: $decision, revision: $revision, reason: $reason) {
    __typename ... on Bot { state revision } ... on Error { code message }
  }
}`;
const REASON = 'It is not what it says.';

const URGENCIES = ['SEVERE', 'SENSITIVE', 'USUAL'];

interface Item {
  readonly __typename: string;
  readonly urgency: string;
  readonly since: string;
  readonly openReportCount?: number;
  readonly bot: { readonly botId: string; readonly openReports?: { readonly id: string }[] };
}

interface Move {
  readonly fromState: string | null;
  readonly toState: string;
  readonly reason: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
}

describe('A moderator', () => {
  const subject = useService(20, {}, startOwnService);
  const bot = async (state: ListingState) => {
    const { id } = subject.bot();
    await putInState(subject.services, id, state);
    return id;
  };

  test.each(['pending', 'rejected', 'suspended', 'removed'] as const)(
    'sees a listing that is %s',
    async (state) => {
      const id = await bot(state);
      const read = async (cookie: string) => {
        const { data } = await subject.service.graphql(
          'query ($id: ID!) { bot(botId: $id) { state } }',
          { id },
          { cookie },
        );
        return data?.bot?.state;
      };
      expect(await read(await signInModerator(subject))).toBe(state.toUpperCase());
      expect(await read(await subject.signIn())).toBeUndefined();
    },
  );

  test('decides, and reads in the answer where the listing stands', async () => {
    const id = await bot('pending');
    const cookie = await signInModerator(subject);
    const decide = (decision: string, revision: number, reason?: string) =>
      subject.graphql(DECIDE, { id, decision, revision, reason }, cookie);
    expect(await decide('REJECT', 1)).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await decide('APPROVE', 9)).toMatchObject({
      __typename: 'ConflictError',
      code: 'CONFLICT',
    });
    expect(await decide('REJECT', 1, REASON)).toEqual({ __typename: 'Bot', state: 'REJECTED', revision: 2 });
    expect(await decide('APPROVE', 2)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('rejected'),
    });
  });

  test('has no part in what happens to a listing of their own, nor sees who reported it', async () => {
    const id = await bot('approved');
    const text = 'It sends advertisements.';
    await subject.graphql(
      `mutation ($id: ID!, $text: String!) {
        result: reportListing(botId: $id, category: SPAM, text: $text) { __typename } }`,
      { id, text },
      await subject.signIn(),
    );
    const { sql } = subject.services.db;
    const ownerId = await given(subject.services).moderator();
    const cookie = await subject.signIn(ownerId);
    const read = async () => {
      const query = 'query ($id: ID!) { bot(botId: $id) { openReports { text } } }';
      return (await subject.service.graphql(query, { id }, { cookie })).data?.bot.openReports;
    };
    expect(await read()).toEqual([{ text }]);
    await sql`update bot_owners set user_id = ${ownerId} where bot_id = ${id}`;
    expect(await read()).toBeNull();
    const decision = { id, decision: 'SUSPEND', revision: 1, reason: REASON };
    expect(await subject.graphql(DECIDE, decision, cookie)).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('reads the queue page by page with its length, and closes reports in it', async () => {
    const [pending, reported] = [await bot('pending'), await bot('approved')];
    const cookie = await signInModerator(subject);
    await subject.graphql(
      `mutation ($id: ID!) {
        result: reportListing(botId: $id, category: BROKEN, text: "It does not answer.") { __typename } }`,
      { id: reported },
      await subject.signIn(),
    );
    const read = async () => {
      const nodes: Item[] = [];
      let total = 0;
      for (let after: string | null = null, more = true; more; ) {
        const { data, errors } = await subject.service.graphql(
          `query ($after: String) { moderationQueue(first: 2, after: $after) {
            totalCount pageInfo { endCursor hasNextPage }
            edges { node { __typename urgency since bot { botId }
              ... on ReportedListing { openReportCount bot { openReports { id category } } } } } } }`,
          { after },
          { cookie },
        );
        expect(errors).toBeUndefined();
        for (const { node } of data?.moderationQueue.edges ?? []) nodes.push(node);
        total = data?.moderationQueue.totalCount;
        after = data?.moderationQueue.pageInfo.endCursor;
        more = data?.moderationQueue.pageInfo.hasNextPage;
      }
      expect(total).toBeGreaterThan(1);
      return { nodes, find: (id: string) => nodes.find((node) => node.bot.botId === id) };
    };
    const queue = await read();
    // What is severe comes first, then the oldest.
    const places = queue.nodes.map(({ urgency, since }) => `${URGENCIES.indexOf(urgency)} ${since}`);
    expect(places).toEqual(places.toSorted());
    expect(queue.find(pending)).toMatchObject({ __typename: 'PendingListing' });
    expect(queue.find(reported)).toMatchObject({
      __typename: 'ReportedListing',
      openReportCount: 1,
      bot: { openReports: [{ category: 'BROKEN' }] },
    });
    const ids = queue.find(reported)?.bot.openReports?.map((report) => report.id);
    const closed = await subject.graphql(
      `mutation ($id: ID!, $ids: [ID!]!) {
        result: closeReports(botId: $id, reportIds: $ids, outcome: DISMISSED) {
          ... on CloseReportsPayload { count } } }`,
      { id: reported, ids },
      cookie,
    );
    expect(closed).toEqual({ count: 1 });
    expect((await read()).find(reported)).toBeUndefined();
  });

  test.each(['', 'not a cursor'])('is told of a foreign cursor: %j', async (after) => {
    const { errors } = await subject.service.graphql(
      'query ($after: String) { moderationQueue(after: $after) { totalCount } }',
      { after },
      { cookie: await signInModerator(subject) },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });
});

describe('The history of a listing', () => {
  const subject = useService(1);

  test('tells its owner what was decided and why, and moderators also by whom', async () => {
    const { id } = subject.bot();
    const moderatorId = await given(subject.services).moderator();
    const moderator = await subject.signIn(moderatorId);
    const { sql } = subject.services.db;
    await sql`
      insert into listing_moves (bot_id, to_state, user_id, moved_at)
      values (${id}, 'pending', ${subject.ownerId}, now())`;
    await subject.graphql(DECIDE, { id, decision: 'SUSPEND', revision: 1, reason: REASON }, moderator);
    const read = async (cookie: string) => {
      const { history } = await subject.graphql<{ history: Move[] }>(
        'query ($id: ID!) { result: bot(botId: $id) { history { fromState toState reason userId userName } } }',
        { id },
        cookie,
      );
      return history;
    };
    const submission = {
      fromState: null,
      toState: 'PENDING',
      reason: null,
      userId: subject.ownerId,
      userName: 'Sample Owner',
    };
    const suspension = { fromState: 'APPROVED', toState: 'SUSPENDED', reason: REASON };
    const owner = await subject.signIn(subject.ownerId);
    await sql`update users set name = 'Sample Owner' where id = ${subject.ownerId}`;
    expect(await read(owner)).toEqual([submission, { ...suspension, userId: null, userName: null }]);
    expect(await read(moderator)).toEqual([
      submission,
      { ...suspension, userId: moderatorId, userName: 'Tester' },
    ]);
  });
});

describe('A picture', () => {
  const subject = useService(2);
  const TAKE_DOWN = `mutation ($id: ID!, $url: String!, $reason: String!) {
    result: takeDownPicture(botId: $id, url: $url, reason: $reason) {
      __typename ... on Bot { bannerUrl screenshots { url } } ... on Error { reason }
    }
  }`;

  test('is taken down by a moderator, by its URL, and its owner reads why, but not by whom', async () => {
    const { id } = subject.bot();
    const { service } = subject;
    await putInState(service.services, id, 'pending');
    await setBanner(service.services, { botId: id, userId: '1' }, png(1000, 250).toString('base64'));
    await addScreenshot(service.services, { botId: id, userId: '1' }, png(600, 400).toString('base64'), null);
    const owner = await service.signIn(subject.ownerId);
    const { bannerUrl, screenshots } = await subject.graphql<{
      bannerUrl: string;
      screenshots: readonly { readonly url: string }[];
    }>('query ($id: ID!) { result: bot(botId: $id) { bannerUrl screenshots { url } } }', { id }, owner);
    const take = async (url: string | undefined, by: string, reason = REASON) =>
      subject.graphql(TAKE_DOWN, { id, url, reason }, by);
    const moderator = await signInModerator(subject);
    expect(await take(bannerUrl, moderator, 'Bad.')).toEqual({
      __typename: 'InvalidInputError',
      reason: 'text.length',
    });
    expect(await take(bannerUrl, owner)).toMatchObject({ __typename: 'ForbiddenError' });
    expect(await take(bannerUrl, moderator)).toEqual({ __typename: 'Bot', bannerUrl: null, screenshots });
    expect(await take(screenshots[0]?.url, moderator)).toMatchObject({ bannerUrl: null, screenshots: [] });
    expect(await take(screenshots[0]?.url, moderator)).toEqual({
      __typename: 'NotFoundError',
      reason: 'picture.notFound',
    });
    const { history } = await subject.graphql<{ history: object[] }>(
      'query ($id: ID!) { result: bot(botId: $id) { history { takenDown toState reason userId userName } } }',
      { id },
      owner,
    );
    const act = { toState: 'PENDING', reason: REASON, userId: null, userName: null };
    expect(history).toEqual([
      { ...act, takenDown: 'BANNER' },
      { ...act, takenDown: 'SCREENSHOT' },
    ]);
  });
});

describe('Reports', () => {
  const { max } = USER_BUDGETS.report;
  const subject = useService(max + 1);

  test('are refused to a user who has made as many in a day as they may', async () => {
    const cookie = await subject.signIn();
    const report = (id: string, of = cookie) =>
      subject.graphql<{ __typename: string; retryAfter?: number }>(
        `mutation ($id: ID!) { result: reportListing(botId: $id, category: OTHER, text: "Something is wrong.") {
          __typename ... on RateLimitedError { retryAfter } } }`,
        { id },
        of,
      );
    for (let count = 0; count < max; count++) {
      expect(await report(subject.bot().id)).toEqual({ __typename: 'Report' });
    }
    const { id } = subject.bot();
    expect(await report(id)).toEqual({ __typename: 'RateLimitedError', retryAfter: expect.any(Number) });
    expect(await report(id, await subject.signIn())).toEqual({ __typename: 'Report' });
  });
});

describe("Temporal's UI", () => {
  const subject = useService(3, {
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    TEMPORAL_NAMESPACE: 'bot list',
    TEMPORAL_UI_URL: 'https://temporal.example/',
  });
  const read = (id: string, cookie: string) =>
    subject.graphql<{ temporalUrl: string | null; deliveries: { temporalUrl: string | null }[] | null }>(
      'query ($id: ID!) { result: bot(botId: $id) { temporalUrl deliveries { temporalUrl } } }',
      { id },
      cookie,
    );
  const withDelivery = async (round: number) => {
    const { id } = subject.bot();
    const { sql } = subject.services.db;
    const [delivery] = await sql<{ id: string }[]>`
      insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at, round, dispatched_at, finished_at)
      values (gen_random_uuid(), ${id}, 'test', ${newUserId()}, now(), 'failed', now(), ${round}, now(), now())
      returning id`;
    return { id, deliveryId: delivery?.id };
  };
  const WORKFLOWS = 'https://temporal.example/namespaces/bot%20list/workflows';

  test("shows moderators a bot's deliveries, and nobody else is told where it is", async () => {
    const { id } = subject.bot();
    expect(await read(id, await signInModerator(subject))).toEqual({
      temporalUrl: `${WORKFLOWS}?query=BotId%3D%22${id}%22`,
      deliveries: null,
    });
    expect(await read(id, await subject.signIn(subject.ownerId))).toMatchObject({
      temporalUrl: null,
    });
  });

  test.each([1, 2])('shows the workflow of a delivery that was sent in round %i', async (round) => {
    const { id, deliveryId } = await withDelivery(round);
    const owner = await subject.signIn(subject.ownerId);
    expect(await read(id, owner)).toMatchObject({ deliveries: [{ temporalUrl: null }] });
    await grantRole(subject.services, newUserId(), subject.ownerId, 'moderator');
    const moderator = await subject.signIn(subject.ownerId);
    expect(await read(id, moderator)).toMatchObject({
      deliveries: [{ temporalUrl: `${WORKFLOWS}/${deliveryId}${round === 1 ? '' : '%2F2'}` }],
    });
    await grantRole(subject.services, newUserId(), subject.ownerId, null);
  });
});
