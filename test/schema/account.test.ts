import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { exportUser } from '../../src/domain/privacy/export-user.ts';
import { USER_BUDGETS } from '../../src/limits/budget.ts';
import { given } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { forFile, startOwnService, startService, type TestService } from '../kit/service.ts';
import { isStoredAnywhere, listingOf } from '../kit/stored.ts';
import { useService } from '../kit/use-service.ts';

const subject = useService(1);
/** Another process on the same database. */
const elsewhere = await forFile(startService());

interface Session {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly startedAt: string;
  readonly endsAt: string;
}

const VIEWER = '{ viewer { userId } }';
const viewerAt = async (service: TestService, cookie: string) =>
  (await service.graphql(VIEWER, {}, { cookie })).data?.viewer;
const sessionsOf = async (cookie: string) =>
  (
    await subject.graphql<{ sessions: Session[] }>(
      '{ result: viewer { sessions { id isCurrent startedAt endsAt } } }',
      {},
      cookie,
    )
  ).sessions;
const END = `mutation ($id: ID!) { result: endSession(id: $id) {
  __typename ... on EndSessionsPayload { sessions } } }`;
const END_OTHERS = 'mutation { result: endOtherSessions { ... on EndSessionsPayload { sessions } } }';
const DELETE = `mutation ($typed: String!, $removes: Boolean) {
  result: deleteAccount(confirmation: $typed, removesListings: $removes) {
    __typename ... on Error { reason } ... on DeleteAccountPayload { votesKeptUntil } } }`;
const EXPORT = `{ result: exportData { __typename ... on DataExport { data } } }`;

describe('Own sessions', () => {
  test('are listed with their times, and which one is this; those that have ended are not', async () => {
    const userId = newUserId();
    const [one, other] = [await subject.signIn(userId), await subject.signIn(userId)];
    const seen = await sessionsOf(one);
    expect(seen).toHaveLength(2);
    expect(seen.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect((await sessionsOf(other)).find(({ isCurrent }) => isCurrent)?.id).not.toBe(
      seen.find(({ isCurrent }) => isCurrent)?.id,
    );
    for (const { startedAt, endsAt } of seen)
      expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(30 * 24 * 60 * 60 * 1000);
    // The id in the list is no cookie.
    expect(await viewerAt(subject.service, `session=${seen[0]?.id}`)).toBeNull();
    const { sql } = subject.services.db;
    await sql`
      update sessions set expires_at = now() - interval '1 s'
      where user_id = ${userId} and encode(id_hash, 'hex') = ${seen.find(({ isCurrent }) => !isCurrent)?.id ?? ''}`;
    expect(await sessionsOf(one)).toHaveLength(1);
  });

  test('are ended one by one, and stop at once in every process', async () => {
    const userId = newUserId();
    const [here, there] = [await subject.signIn(userId), await subject.signIn(userId)];
    // The other process knows the session already.
    expect(await viewerAt(elsewhere, there)).toEqual({ userId });
    const { id } = first((await sessionsOf(here)).filter(({ isCurrent }) => !isCurrent));
    const ended = { __typename: 'EndSessionsPayload', sessions: 1 };
    expect(await subject.graphql(END, { id }, here)).toEqual(ended);
    for (const service of [subject.service, elsewhere]) expect(await viewerAt(service, there)).toBeNull();
    expect(await viewerAt(elsewhere, here)).toEqual({ userId });
    expect(await subject.graphql(END, { id }, here)).toEqual({ ...ended, sessions: 0 });
  });

  test('are ended all but this one', async () => {
    const userId = newUserId();
    const cookies = [];
    for (let index = 0; index < 3; index++) cookies.push(await subject.signIn(userId));
    const [here = '', ...others] = cookies;
    const bystander = await subject.signIn();
    expect(await subject.graphql(END_OTHERS, {}, here)).toEqual({ sessions: 2 });
    for (const cookie of others) expect(await viewerAt(elsewhere, cookie)).toBeNull();
    expect(await viewerAt(elsewhere, here)).toEqual({ userId });
    expect(await viewerAt(elsewhere, bystander)).not.toBeNull();
  });

  test('of somebody else are not ended, nor by odd ids or by pages of other sites', async () => {
    const [mine, theirs] = [await subject.signIn(), await subject.signIn()];
    const { id } = first(await sessionsOf(theirs));
    for (const asked of [id, '', '\0', 'x'.repeat(64)])
      expect(await subject.graphql(END, { id: asked }, mine)).toMatchObject({ sessions: 0 });
    const foreign = { cookie: theirs, 'sec-fetch-site': 'cross-site' };
    const { data } = await subject.service.graphql(END, { id }, foreign);
    expect(data?.result).toEqual({ __typename: 'UnauthenticatedError' });
    expect(await viewerAt(subject.service, theirs)).not.toBeNull();
  });
});

describe('The export', () => {
  test('is the one of the admin command, for the viewer alone, ten times a day', async () => {
    const bot = await given(subject.services).listing().approved();
    const cookie = await subject.signIn(bot.ownerId);
    const { data } = await subject.graphql<{ data: object }>(EXPORT, {}, cookie);
    const exported: object = JSON.parse(JSON.stringify(await exportUser(subject.services, bot.ownerId)));
    expect(data).toEqual({ ...exported, exportedAt: expect.any(String) });
    let last: { __typename?: string } = {};
    for (let used = 1; used <= USER_BUDGETS.exportData.max; used++)
      last = await subject.graphql(EXPORT, {}, cookie);
    expect(last).toEqual({ __typename: 'RateLimitedError' });
    const stranger = await subject.signIn();
    expect(JSON.stringify(await subject.graphql(EXPORT, {}, stranger))).not.toContain(bot.id);
  });

  test('is refused on a request that another site caused', async () => {
    const cookie = await subject.signIn();
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    const { data } = await subject.service.graphql(EXPORT, {}, headers);
    expect(data?.result).toEqual({ __typename: 'UnauthenticatedError' });
  });
});

describe('Exports and deletions', () => {
  const BUSY = { __typename: 'ConflictError', reason: 'ownData.busy' };
  const exportAs = (cookie: string, service = subject.service) =>
    service
      .graphql('{ result: exportData { __typename ... on Error { reason } } }', {}, { cookie })
      .then(({ data }) => data?.result);

  test('run one at a time in a process: others are refused, change nothing, and use nothing up', async () => {
    const userId = newUserId();
    const cookie = await subject.signIn(userId, 'Ada');
    const ending = Promise.withResolvers<void>();
    const running = subject.services.ownDataJob(() => ending.promise);
    for (let used = 0; used <= USER_BUDGETS.exportData.max; used++)
      expect(await exportAs(cookie)).toEqual(BUSY);
    expect(await subject.graphql(DELETE, { typed: 'Ada' }, cookie)).toEqual(BUSY);
    expect(await viewerAt(subject.service, cookie)).toEqual({ userId });
    expect(await exportAs(cookie, elsewhere)).toMatchObject({ __typename: 'DataExport' });
    ending.resolve();
    await running;
    expect(await exportAs(cookie)).toMatchObject({ __typename: 'DataExport' });
  });

  test('of one user run one at a time in all processes', async () => {
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    await subject.services.db.sql.begin(async (sql) => {
      // As an export in another process does.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${userId}`}, 0))`;
      expect(await exportAs(cookie)).toEqual(BUSY);
    });
    expect(await exportAs(cookie)).toMatchObject({ __typename: 'DataExport' });
  });

  test('may wait longer for the database than other requests, and nobody else waits for them', async () => {
    // No other test waits for the tables.
    const service = await startOwnService();
    const [cookie, other] = [await service.signIn(), await service.signIn()];
    let exported: Promise<unknown> | undefined;
    await service.services.db.sql.begin(async (sql) => {
      await sql`lock table features in access exclusive mode`;
      exported = exportAs(cookie, service);
      await delay(4000);
      expect(await viewerAt(service, other)).not.toBeNull();
    });
    expect(await exported).toMatchObject({ __typename: 'DataExport' });
    await service.close();
  });

  test('are refused to the only owner of a listing before any vote is read', async () => {
    const service = await startOwnService();
    const bot = await given(service.services).owner('Ada').listing().approved();
    const cookie = await service.signIn(bot.ownerId, 'Ada');
    await service.services.db.sql.begin(async (sql) => {
      await sql`lock table vote_windows, deliveries in access exclusive mode`;
      const { data } = await service.graphql(DELETE, { typed: 'Ada' }, { cookie });
      expect(data?.result).toEqual({ __typename: 'ForbiddenError', reason: 'user.onlyOwner' });
    });
    await service.close();
  });
});

describe('Deleting the own account', () => {
  test('is refused without name or id, and while nobody else owns a listing, and changes nothing then', async () => {
    const { services } = subject;
    const bot = await given(services).owner('Ada').listing().approved();
    const cookie = await subject.signIn(bot.ownerId, 'Ada');
    for (const typed of ['', 'ada', 'Ada Lovelace', newUserId()])
      expect(await subject.graphql(DELETE, { typed, removes: true }, cookie)).toEqual({
        __typename: 'InvalidInputError',
        reason: 'user.notConfirmed',
      });
    expect(await subject.graphql(DELETE, { typed: 'Ada' }, cookie)).toEqual({
      __typename: 'ForbiddenError',
      reason: 'user.onlyOwner',
    });
    expect(await viewerAt(subject.service, cookie)).toEqual({ userId: bot.ownerId });
    expect(await listingOf(services, bot.id)).toMatchObject({ state: 'approved' });
    const stranger = await subject.signIn();
    expect(await subject.graphql(DELETE, { typed: bot.ownerId }, stranger)).toMatchObject({
      reason: 'user.notConfirmed',
    });
  });

  test('with the name or the id ends all sessions in every process, and leaves the id in no table', async () => {
    for (const typed of ['name', 'id']) {
      const bot = await given(subject.services).owner('Ada').listing().approved();
      const cookie = await subject.signIn(bot.ownerId, 'Ada');
      expect(await viewerAt(elsewhere, cookie)).not.toBeNull();
      const variables = { typed: typed === 'name' ? ' Ada ' : bot.ownerId, removes: true };
      expect(await subject.graphql(DELETE, variables, cookie)).toEqual({
        __typename: 'DeleteAccountPayload',
        votesKeptUntil: null,
      });
      for (const service of [subject.service, elsewhere]) expect(await viewerAt(service, cookie)).toBeNull();
      expect(await listingOf(subject.services, bot.id)).toMatchObject({ state: 'removed' });
      expect(await isStoredAnywhere(subject.services, bot.ownerId)).toBe(false);
    }
  });

  test('cannot be tried again and again with guesses', async () => {
    const cookie = await subject.signIn(newUserId(), 'Ada');
    let last: { __typename?: string } = {};
    for (let used = 0; used <= USER_BUDGETS.deleteAccount.max; used++)
      last = await subject.graphql(DELETE, { typed: 'Eve' }, cookie);
    expect(last.__typename).toBe('RateLimitedError');
  });
});
