import { beforeAll, expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { decideEdit } from '../../../src/domain/moderation/decide-edit.ts';
import { cursorOf, type LogFilter, listDecisions } from '../../../src/domain/moderation/log.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { closeReports, reportListing } from '../../../src/domain/moderation/reports.ts';
import { given, REASON } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const second = (seconds: number) => at(services, after(NOON, seconds * 1000));
const whole = { limit: 100, inverted: false };
const log = (filter: LogFilter = {}, range: Parameters<typeof listDecisions>[2] = whole) =>
  listDecisions(services, filter, range);
const kindsOf = (decisions: Awaited<ReturnType<typeof log>>) => decisions.map(({ kind }) => kind);

let ada: string;
let grace: string;
let melody: string;
let harmony: string;

/** Two moderators decide, a second after the other one each. */
beforeAll(async () => {
  [ada, grace] = [await given(services).moderator('Ada'), await given(services).moderator('Grace')];
  ({ id: melody } = await given(services).listing({ name: 'Melody' }).submitted());
  ({ id: harmony } = await given(services).listing({ name: 'Harmony' }).submitted());
  const judge = (
    seconds: number,
    who: string,
    id: string,
    decision: 'approve' | 'reject' | 'suspend' | 'restore',
  ) =>
    moderateListing(second(seconds), who, id, {
      ...{ decision, closesReports: false, reason: decision === 'approve' ? null : REASON },
      revision: seconds === 6 ? 3 : 1,
    });
  await judge(1, ada, melody, 'approve');
  await judge(2, grace, harmony, 'reject');
  const report = (seconds: number, id: string) =>
    reportListing(second(seconds), newUserId(), id, { category: 'spam', text: 'It sends advertisements.' });
  const reports = [await report(3, melody), await report(3, melody)];
  const ids = reports.map(({ id }) => id);
  await closeReports(second(4), grace, melody, ids, 'acted');
  await judge(5, ada, melody, 'suspend');
  await judge(6, ada, melody, 'restore');
  const [edit] = await services.db.sql<{ id: number }[]>`
    insert into listing_edits (bot_id, user_id, edited_at, before, after, state)
    values (${melody}, '1', ${NOON}, '{}', '{}', 'public') returning id::int`;
  await decideEdit(second(7), grace, melody, { editId: edit?.id ?? 0, accepts: true });
  // What owners do is no decision of a moderator.
  const removed = await given(services).listing({ name: 'Removed' }).submitted();
  await services.db.sql`update bots set state = 'approved' where id = ${removed.id}`;
  await report(8, removed.id);
  await removeListing(second(9), removed.id, removed.ownerId);
});

const ALL = ['edit_accepted', 'restore', 'suspend', 'reports_acted', 'reject', 'approve'];

test('the log has each decision with its moderator, listing, reason and time, newest first', async () => {
  const decisions = await log();
  expect(kindsOf(decisions)).toEqual(ALL);
  const base = { moderatorId: ada, moderatorName: 'Ada', botId: melody, botName: 'Melody' };
  expect(decisions[5]).toMatchObject({ ...base, at: after(NOON, 1000), reason: null, count: 1 });
  expect(decisions[2]).toMatchObject({ ...base, at: after(NOON, 5000), reason: REASON });
  expect(decisions[4]).toMatchObject({ botId: harmony, moderatorName: 'Grace' });
});

test('reports that were closed together are one entry', async () => {
  expect(await log({ kind: 'reports_acted' })).toMatchObject([
    { count: 2, moderatorId: grace, botId: melody },
  ]);
  expect(await log({ kind: 'reports_dismissed' })).toEqual([]);
});

test.each<[string, () => LogFilter, string[]]>([
  ['a kind', () => ({ kind: 'suspend' }), ['suspend']],
  ['a moderator', () => ({ moderatorId: grace }), ['edit_accepted', 'reports_acted', 'reject']],
  ['a bot', () => ({ botId: harmony }), ['reject']],
  ['a time', () => ({ from: after(NOON, 2000), until: after(NOON, 5000) }), ['reports_acted', 'reject']],
  ['several of them', () => ({ moderatorId: ada, botId: melody, from: after(NOON, 6000) }), ['restore']],
  ['a moderator who has decided nothing', () => ({ moderatorId: newUserId() }), []],
])('a filter by %s leaves only what it names', async (_, filter, kinds) => {
  expect(kindsOf(await log(filter()))).toEqual(kinds);
});

test.each([1, 2, 4])(
  'pages of %i go through the log without gaps or repeats, from both ends',
  async (limit) => {
    for (const inverted of [false, true]) {
      const kinds: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await log({}, { limit, inverted, [inverted ? 'before' : 'after']: cursor });
        kinds.push(...kindsOf(page));
        const last = page.at(-1);
        cursor = last && cursorOf(last);
        if (page.length < limit) break;
      }
      expect(kinds).toEqual(inverted ? ALL.toReversed() : ALL);
    }
  },
);

test('a cursor of another list is refused', async () => {
  const cursor = Buffer.from('1.10000000000000001').toString('base64url');
  await expect(log({}, { ...whole, after: cursor })).rejects.toThrow(InvalidInputError);
});
