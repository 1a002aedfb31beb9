import { expect, test } from 'vitest';
import { ConflictError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { listMoves } from '../../../src/domain/listing/moves.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { reportListing } from '../../../src/domain/moderation/reports.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { reportsOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';
import { useService } from '../../kit/use-service.ts';

const subject = useService(0);
const now = (ms = 0) => at(subject.services, after(NOON, ms));

/** A public bot with a webhook, a vote whose delivery waits, a screenshot and an open report. */
async function busyBot() {
  const listing = given(now()).listing().withWebhook('http://127.0.0.1:4000/votes');
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

test('a removal ends all at once: webhook, waiting deliveries, screenshots, open reports', async () => {
  const { id, ownerId } = await busyBot();
  expect(await kept(id)).toMatchObject({ state: 'approved', deliveries: ['pending'], reports: [null] });
  await removeListing(now(), id, ownerId);
  expect(await kept(id)).toMatchObject({
    state: 'removed',
    screenshots: 0,
    deliveries: ['cancelled'],
    secret: null,
    reports: ['acted'],
  });
  expect((await listMoves(now(), id)).at(-1)).toMatchObject({ toState: 'removed', userId: ownerId });
  await expect(removeListing(now(1), id, ownerId)).rejects.toThrow(ConflictError);
  await expect(removeListing(now(), newBotId(), ownerId)).rejects.toThrow(NotFoundError);
});
