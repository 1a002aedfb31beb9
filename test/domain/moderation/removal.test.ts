import { expect, test } from 'vitest';
import { ConflictError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { listMoves } from '../../../src/domain/listing/moves.ts';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import {
  endRemoval,
  endRemovals,
  undoRemoval,
  withdrawListing,
} from '../../../src/domain/moderation/removal.ts';
import { reportListing } from '../../../src/domain/moderation/reports.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { reportsOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';
import { useService } from '../../kit/use-service.ts';

const subject = useService(0);
const now = (ms = 0) => at(subject.service.services, after(NOON, ms));

/** Ends all removals. None may fail. */
const endAll = (ms: number) =>
  endRemovals(now(ms), (error) => {
    throw error;
  });

/** A public bot with a webhook, a vote whose delivery waits, a screenshot and an open report. */
async function busyBot() {
  const listing = given(now()).owner().listing().withWebhook('http://127.0.0.1:4000/votes');
  const bot = await listing.approved();
  await castVote(now(), bot.id, newUserId());
  await now().db.sql`
    update bots set screenshots = '[{"hash":"a","thumbnailHash":"b","width":1,"height":1,"description":null}]'
    where id = ${bot.id}`;
  await reportListing(now(), newUserId(), bot.id, { category: 'spam', text: 'It sends advertisements.' });
  return bot;
}

/** What a removal ends. */
async function kept(botId: string) {
  const [row] = await now().db.sql`
    select state, revision, state_changed_at as since, jsonb_array_length(screenshots) as screenshots,
      (select array_agg(state) from deliveries where bot_id = bots.id) as deliveries,
      (select encode(sealed_secret, 'hex') from webhooks where bot_id = bots.id) as secret
    from bots where id = ${botId}`;
  const reports = (await reportsOf(now(), botId)).map(({ outcome }) => outcome);
  return { ...row, reports };
}

test('an undone removal has lost nothing: webhook, waiting deliveries, screenshots, open reports, state', async () => {
  const { id, ownerId } = await busyBot();
  const before = await kept(id);
  await withdrawListing(now(), id, ownerId);
  expect(await kept(id)).toMatchObject({ state: 'removed', deliveries: ['pending'], reports: ['acted'] });
  // A timer that fires early, and the job of workers.
  await endRemoval(now(15_999), id);
  await endAll(15_999);
  await undoRemoval(now(15_000), id, ownerId);
  expect(await kept(id)).toEqual({ ...before, revision: expect.any(Number) });
  // Late timers find a listing that is not removed.
  await endRemoval(now(60_000), id);
  await endAll(60_000);
  expect(await kept(id)).toEqual({ ...before, revision: expect.any(Number) });
  expect((await listMoves(now(), id)).map(({ toState }) => toState)).not.toContain('removed');
  expect((await listMoves(now(), id, true)).at(-1)).toMatchObject({ toState: 'removed', isUndone: true });
});

test.each([
  ['its own timer', (id: string) => endRemoval(now(16_000), id)],
  ['the job of workers', () => endAll(16_000)],
])('a removal that is not undone is ended by %s, and is then final', async (_, end) => {
  const { id, ownerId } = await busyBot();
  await withdrawListing(now(), id, ownerId);
  await end(id);
  expect(await kept(id)).toMatchObject({
    state: 'removed',
    screenshots: 0,
    deliveries: ['cancelled'],
    secret: null,
    reports: ['acted'],
  });
  await expect(undoRemoval(now(16_001), id, ownerId)).rejects.toMatchObject({ reason: 'removal.final' });
});

test('a removal is undone once, by the owner who made it, and by nobody else', async () => {
  const { id, ownerId } = await busyBot();
  await expect(undoRemoval(now(), id, ownerId)).rejects.toThrow(NotFoundError);
  const coOwner = await given(now()).coOwnerOf(id);
  await withdrawListing(now(), id, ownerId);
  for (const userId of [coOwner, newUserId()])
    await expect(undoRemoval(now(1), id, userId)).rejects.toThrow(NotFoundError);
  await expect(undoRemoval(now(1), newBotId(), ownerId)).rejects.toThrow(NotFoundError);
  const results = await Promise.allSettled([0, 1].map(() => undoRemoval(now(1), id, ownerId)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a bot that somebody submits meanwhile stays theirs', async () => {
  const { id, ownerId } = await busyBot();
  await withdrawListing(now(), id, ownerId);
  const userId = await given(now()).user();
  await submitListing(now(1), { botId: id, userId, fields: FIELDS });
  await expect(undoRemoval(now(2), id, ownerId)).rejects.toThrow(ConflictError);
  await endRemoval(now(60_000), id);
  expect(await kept(id)).toMatchObject({ state: 'pending' });
});
