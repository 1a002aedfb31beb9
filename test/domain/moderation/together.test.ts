import { afterAll, expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { undoDecision } from '../../../src/domain/moderation/decide.ts';
import { moderateTogether } from '../../../src/domain/moderation/decide-together.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { startService } from '../../kit/service.ts';

const service = await startService();
afterAll(() => service.close());

const REASON = 'It does not answer any command.';
const reject = { decision: 'reject', reason: REASON, closesReports: false } as const;
const listing = () => given(service.services).owner().listing();
const read = (...ids: readonly string[]) => ids.map((botId) => ({ botId, revision: 1 }));

/** Submitted listings of one owner. */
async function ofOneOwner(count: number): Promise<{ ownerId: string; ids: string[] }> {
  const made = await Promise.all(Array.from({ length: count }, () => listing().submitted()));
  const ids = made.map(({ id }) => id);
  const ownerId = made[0]?.ownerId ?? '';
  await service.services.db.sql`update bot_owners set user_id = ${ownerId} where bot_id = any(${ids})`;
  return { ownerId, ids };
}

async function statesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await service.services.db.sql<{ state: string }[]>`
    select state from unnest(${[...ids]}::text[]) with ordinality key(id, position) join bots using (id) order by position`;
  return rows.map(({ state }) => state);
}

async function noticesOf(ids: readonly string[]): Promise<number> {
  const rows = await service.services.db.sql`
    select from notices where bot_id = any(${[...ids]}) and kind = 'listing_decided'`;
  return rows.length;
}

test('several listings of one owner are decided with one reason, a notice for each, and undone one by one', async () => {
  const { ids } = await ofOneOwner(3);
  const moderatorId = newUserId();
  const outcomes = await moderateTogether(service.services, moderatorId, read(...ids), reject);
  expect(outcomes).toEqual(ids.map((botId) => ({ botId, refusal: null })));
  expect(await statesOf(ids)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await noticesOf(ids)).toBe(3);
  await undoDecision(service.services, moderatorId, ids[1] ?? '');
  expect(await statesOf(ids)).toEqual(['rejected', 'pending', 'rejected']);
  expect(await noticesOf(ids)).toBe(2);
});

test('a refusal of one listing stops no other one, and says why', async () => {
  const { ids, ownerId } = await ofOneOwner(3);
  const { sql } = service.services.db;
  const [first = '', edited = '', decided = ''] = ids;
  await sql`update bots set revision = 2 where id = ${edited}`;
  await sql`update bots set state = 'approved' where id = ${decided}`;
  const own = read(first, edited, decided, newBotId());
  const outcomes = await moderateTogether(service.services, newUserId(), own, {
    decision: 'approve',
    closesReports: false,
  });
  expect(outcomes.map(({ refusal }) => refusal?.reason)).toEqual([
    undefined,
    'listing.changed',
    'listing.otherState',
    'bot.notFound',
  ]);
  expect(await statesOf(ids)).toEqual(['approved', 'pending', 'approved']);
  // Nobody decides on their own listing, also among others.
  const [outcome] = await moderateTogether(service.services, ownerId, read(edited), reject);
  expect(outcome?.refusal?.reason).toBe('decision.ownListing');
});

test('listings of different owners, none, the same twice, too many, or a short reason: nothing changes', async () => {
  const { ids } = await ofOneOwner(2);
  const [first = ''] = ids;
  const { id: other } = await listing().submitted();
  const many = Array.from({ length: 21 }, newBotId);
  const cases = [
    { listings: read(...ids, other), judgement: reject },
    { listings: [], judgement: reject },
    { listings: read(first, first), judgement: reject },
    { listings: read(...many), judgement: reject },
    { listings: read(...ids), judgement: { ...reject, reason: 'short' } },
  ];
  for (const { listings, judgement } of cases) {
    const attempt = moderateTogether(service.services, newUserId(), listings, judgement);
    await expect(attempt).rejects.toThrow(InvalidInputError);
  }
  expect(await statesOf([...ids, other])).toEqual(['pending', 'pending', 'pending']);
});
