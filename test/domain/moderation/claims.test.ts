import { expect, test } from 'vitest';
import { ClaimedError, ForbiddenError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { claimListing, findClaim, releaseListing } from '../../../src/domain/moderation/claims.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { closeReports, reportListing } from '../../../src/domain/moderation/reports.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';
import { listingOf } from '../../kit/stored.ts';
import { after, at, MINUTE_MS, NOON } from '../../kit/time.ts';

const HOUR_AGO = after(NOON, -60 * MINUTE_MS);

const { services } = await forFile(startService());

const now = (time = NOON) => at(services, time);
const submitted = () => given(now()).listing().submitted();
const two = async () => [await given(now()).moderator('Ada'), await given(now()).moderator('Grace')] as const;

test('a claim holds for fifteen minutes, and its own moderator extends it', async () => {
  const { id } = await submitted();
  const [ada, grace] = await two();
  await claimListing(now(), ada, id, false);
  expect(await findClaim(now(), id)).toEqual({
    userId: ada,
    userName: 'Ada',
    claimedUntil: after(NOON, 15 * MINUTE_MS),
  });
  const later = after(NOON, 14 * MINUTE_MS);
  await claimListing(now(later), ada, id, false);
  expect(await findClaim(now(after(NOON, 20 * MINUTE_MS)), id)).toMatchObject({ userId: ada });
  const end = after(later, 15 * MINUTE_MS);
  expect(await findClaim(now(end), id)).toBeUndefined();
  await claimListing(now(end), grace, id, false);
  expect(await findClaim(now(end), id)).toMatchObject({ userId: grace });
});

test('another moderator is refused until they take it over, and then the first one is', async () => {
  const { id } = await submitted();
  const [ada, grace] = await two();
  await claimListing(now(), ada, id, false);
  const refusal = await claimListing(now(), grace, id, false).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ClaimedError);
  expect(refusal).toMatchObject({
    code: 'CLAIMED',
    claimedBy: 'Ada',
    claimedUntil: after(NOON, 15 * MINUTE_MS),
  });
  await claimListing(now(), grace, id, true);
  await expect(claimListing(now(), ada, id, false)).rejects.toThrow(ClaimedError);
  await releaseListing(now(), ada, id);
  expect(await findClaim(now(), id)).toMatchObject({ userId: grace });
  await releaseListing(now(), grace, id);
  expect(await findClaim(now(), id)).toBeUndefined();
});

test('of many moderators who claim at once, one gets it', async () => {
  const { id } = await submitted();
  const moderators = await Promise.all(Array.from({ length: 8 }, () => given(now()).moderator()));
  const results = await Promise.allSettled(
    moderators.map((moderatorId) => claimListing(now(), moderatorId, id, false)),
  );
  const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [moderators[index]] : []));
  expect(winners).toHaveLength(1);
  expect(await findClaim(now(), id)).toMatchObject({ userId: winners[0] });
});

const decision = { decision: 'approve', revision: 1, closesReports: false } as const;

test('what another moderator has claimed cannot be decided, and after the end of the claim it can', async () => {
  const { id } = await submitted();
  const [ada, grace] = await two();
  await claimListing(now(), ada, id, false);
  await expect(moderateListing(now(), grace, id, decision)).rejects.toThrow(ClaimedError);
  expect(await listingOf(services, id)).toMatchObject({ state: 'pending' });
  await moderateListing(now(after(NOON, 15 * MINUTE_MS)), grace, id, decision);
  expect(await listingOf(services, id)).toMatchObject({ state: 'approved' });
});

test.each([
  ['approves', decision],
  ['rejects', { ...decision, decision: 'reject', reason: 'It does not answer any command.' }],
] as const)(
  'of a claim and a decision of another moderator who %s at once, the claim is not passed over',
  async (_, judgement) => {
    const [ada, grace] = await two();
    const both = await Promise.all(
      Array.from({ length: 40 }, async (_, round) => {
        const { id } = await submitted();
        const acts = [
          () => claimListing(now(), ada, id, false),
          () => moderateListing(now(), grace, id, judgement),
        ];
        if (round % 2) acts.reverse();
        const results = await Promise.allSettled(acts.map((act) => act()));
        const isDecided = (await listingOf(services, id)).state !== 'pending';
        const refused = results.filter((result) => result.status === 'rejected');
        for (const { reason } of refused) expect(reason).toBeInstanceOf(ClaimedError);
        expect(refused).toHaveLength(isDecided ? 0 : 1);
        return isDecided;
      }),
    );
    expect(both).toContain(false);
  },
);

test('of a claim and another moderator who closes the reports at once, the claim is not passed over', async () => {
  const [ada, grace] = await two();
  for (let round = 0; round < 40; round += 1) {
    const { id } = await given(now(HOUR_AGO)).listing().approved();
    const report = await reportListing(now(), newUserId(), id, {
      category: 'spam',
      text: 'It only sends spam.',
    });
    let claimedAt = 0;
    let closedAt = 0;
    await Promise.allSettled([
      claimListing(now(), ada, id, false).then(() => {
        claimedAt = performance.now();
      }),
      closeReports(now(), grace, id, [report.id], 'dismissed').then(() => {
        closedAt = performance.now();
      }),
    ]);
    expect(claimedAt).toBeGreaterThan(0);
    // Who came first has waited for nobody. Two connections may answer in the same moment.
    if (closedAt > 0) expect(closedAt).toBeLessThan(claimedAt + 2);
  }
});

test('its own moderator decides, which ends the claim', async () => {
  const { id } = await submitted();
  const [ada] = await two();
  await claimListing(now(), ada, id, false);
  await moderateListing(now(), ada, id, decision);
  expect(await findClaim(now(), id)).toBeUndefined();
});

test('the reports of a claimed listing are closed by its moderator alone', async () => {
  const { id } = await given(now(HOUR_AGO)).listing().approved();
  const [ada, grace] = await two();
  const report = await reportListing(now(), newUserId(), id, {
    category: 'spam',
    text: 'It only sends spam.',
  });
  await claimListing(now(), ada, id, false);
  await expect(closeReports(now(), grace, id, [report.id], 'dismissed')).rejects.toThrow(ClaimedError);
  expect(await closeReports(now(), ada, id, [report.id], 'dismissed')).toBe(1);
});

test('nobody claims a listing of their own, nor one that does not exist', async () => {
  const { id, ownerId } = await submitted();
  await expect(claimListing(now(), ownerId, id, true)).rejects.toThrow(ForbiddenError);
  for (const unknown of [newBotId(), 'no id', '\0'])
    await expect(claimListing(now(), newUserId(), unknown, false)).rejects.toThrow(NotFoundError);
});
