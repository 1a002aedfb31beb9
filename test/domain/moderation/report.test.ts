import { expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../src/domain/kernel/errors.ts';
import { closeReports, listOpenReports, reportListing } from '../../../src/domain/moderation/reports.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { reportsOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';

const TEXT = 'It answers with somebody else’s pictures.';

const service = await forFile(startService());

const listing = () => given(service.services).listing();
const report = (botId: string, userId = newUserId(), text = TEXT, services = service.services) =>
  reportListing(services, userId, botId, { category: 'abusive', text });

test('a report says who reports what, why and when, and is open', async () => {
  const { id } = await listing().approved();
  const userId = newUserId();
  const made = await report(id, userId, ` ${TEXT}\n`, at(service.services, NOON));
  expect(made).toMatchObject({
    botId: id,
    userId,
    category: 'abusive',
    text: TEXT,
    createdAt: NOON,
    closedAt: null,
  });
  expect(await listOpenReports(service.services, newUserId(), id, 10)).toEqual([made]);
});

test.each(['pending', 'rejected', 'suspended', 'removed'] satisfies ListingState[])(
  'a listing that is %s cannot be reported, nor be told from one that is not there',
  async (state) => {
    const { id } = await listing().in(state);
    await expect(report(id)).rejects.toThrow(NotFoundError);
    expect(await reportsOf(service.services, id)).toEqual([]);
  },
);

test.each(['', 'no id', '\0', '111111111111111111'])('there is no listing %j to report', async (id) => {
  await expect(report(id)).rejects.toThrow(NotFoundError);
});

test('an owner does not report their own listing, which they can mend or remove', async () => {
  const { id, ownerId } = await listing().approved();
  await expect(report(id, ownerId)).rejects.toThrow(ForbiddenError);
});

test.each([
  [9, InvalidInputError],
  [10, undefined],
  [1000, undefined],
  [1001, InvalidInputError],
])('a report of %i characters', async (length, refused) => {
  const { id } = await listing().approved();
  const refusal = await report(id, newUserId(), '🙂'.repeat(length)).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal?.constructor).toBe(refused);
  expect(await reportsOf(service.services, id)).toHaveLength(refused ? 0 : 1);
});

test('a user has one open report of a listing, however many they send at once', async () => {
  const { id } = await listing().approved();
  const userId = newUserId();
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => report(id, userId)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toBeInstanceOf(ConflictError);
      expect(result.reason.message).toContain('already');
    }
  }
  expect(await reportsOf(service.services, id)).toHaveLength(1);
});

test('others can report it, too, and the user again when the report is closed', async () => {
  const { id } = await listing().approved();
  const userId = newUserId();
  const { id: reportId } = await report(id, userId);
  await report(id);
  await closeReports(service.services, newUserId(), id, [reportId], 'dismissed');
  await report(id, userId);
  expect((await reportsOf(service.services, id)).map(({ outcome }) => outcome)).toEqual([
    'dismissed',
    null,
    null,
  ]);
});

test('open reports are listed oldest first, as many as are asked for', async () => {
  const { id } = await listing().approved();
  const made = [];
  for (const ms of [2, 0, 1])
    made.push(await report(id, newUserId(), TEXT, at(service.services, after(NOON, ms))));
  const listed = await listOpenReports(service.services, newUserId(), id, 2);
  expect(listed.map((one) => one.id)).toEqual([made[1]?.id, made[2]?.id]);
});

test('those that are closed are closed by the moderator, with what came of them, and the rest stay open', async () => {
  const { id } = await listing().approved();
  const [one, two, three] = [await report(id), await report(id), await report(id)];
  const moderatorId = newUserId();
  expect(await closeReports(service.services, moderatorId, id, [one.id, two.id, two.id], 'acted')).toBe(2);
  expect(await reportsOf(service.services, id)).toMatchObject([
    { closedBy: moderatorId, outcome: 'acted' },
    { closedBy: moderatorId, outcome: 'acted' },
    { closedBy: null, outcome: null },
  ]);
  expect(await listOpenReports(service.services, moderatorId, id, 10)).toEqual([three]);
});

test('of two moderators who close the same report at once, one does, and the other closes nothing', async () => {
  const { id } = await listing().approved();
  const [shared, mine, yours] = [await report(id), await report(id), await report(id)];
  const results = await Promise.allSettled([
    closeReports(service.services, newUserId(), id, [shared.id, mine.id], 'acted'),
    closeReports(service.services, newUserId(), id, [shared.id, yours.id], 'dismissed'),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConflictError);
  }
  const outcomes = (await reportsOf(service.services, id)).map(({ outcome }) => outcome);
  expect([
    ['acted', 'acted', null],
    ['dismissed', null, 'dismissed'],
  ]).toContainEqual(outcomes);
});

test('a report of another listing is not found, and nothing is closed', async () => {
  const [{ id }, other] = [await listing().approved(), await listing().approved()];
  const [own, foreign] = [await report(id), await report(other.id)];
  for (const reportId of [foreign.id, '00000000-0000-7000-8000-000000000000', 'no id', '\0']) {
    await expect(
      closeReports(service.services, newUserId(), id, [own.id, reportId], 'acted'),
    ).rejects.toThrow(NotFoundError);
  }
  expect(first(await reportsOf(service.services, id)).outcome).toBeNull();
});

test.each([[0], [101]])('%i reports are not closed at a time', async (count) => {
  const { id } = await listing().approved();
  const ids = Array.from(
    { length: count },
    (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  );
  await expect(closeReports(service.services, newUserId(), id, ids, 'acted')).rejects.toThrow(
    InvalidInputError,
  );
});

test('a moderator neither reads nor closes the reports of their own listing', async () => {
  const { id, ownerId } = await listing().approved();
  const { id: reportId } = await report(id);
  await expect(listOpenReports(service.services, ownerId, id, 10)).rejects.toThrow(ForbiddenError);
  await expect(closeReports(service.services, ownerId, id, [reportId], 'dismissed')).rejects.toThrow(
    ForbiddenError,
  );
  expect(first(await reportsOf(service.services, id)).outcome).toBeNull();
});
