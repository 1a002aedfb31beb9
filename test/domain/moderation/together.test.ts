import { expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { moderateTogether } from '../../../src/domain/moderation/decide-together.ts';
import { given, REASON } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';

const { services } = await forFile(startService());

const reject = { decision: 'reject', reason: REASON, closesReports: false } as const;
const listing = () => given(services).listing();

/** Submitted listings of one owner. */
async function ofOneOwner(count: number): Promise<{ ownerId: string; ids: string[] }> {
  const made = await Promise.all(Array.from({ length: count }, () => listing().submitted()));
  const ids = made.map(({ id }) => id);
  const ownerId = made[0]?.ownerId ?? '';
  await services.db.sql`update bot_owners set user_id = ${ownerId} where bot_id = any(${ids})`;
  return { ownerId, ids };
}

async function statesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await services.db.sql<{ state: string }[]>`
    select state from unnest(${[...ids]}::text[]) with ordinality key(id, position) join bots using (id) order by position`;
  return rows.map(({ state }) => state);
}

async function noticesOf(ids: readonly string[]): Promise<number> {
  const rows = await services.db.sql`
    select from notices where bot_id = any(${[...ids]}) and kind = 'listing_decided'`;
  return rows.length;
}

test('several listings of one owner are decided with one reason, and a notice for each', async () => {
  const { ids } = await ofOneOwner(3);
  const moderatorId = newUserId();
  const outcomes = await moderateTogether(services, moderatorId, ids, reject);
  expect(outcomes).toEqual(ids.map((botId) => ({ botId, refusal: null })));
  expect(await statesOf(ids)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await noticesOf(ids)).toBe(3);
});

test('a refusal of one listing stops no other one, and says why', async () => {
  const { ids, ownerId } = await ofOneOwner(3);
  const [first = '', second = '', decided = ''] = ids;
  await services.db.sql`update bots set state = 'approved' where id = ${decided}`;
  const chosen = [first, decided, newBotId()];
  const outcomes = await moderateTogether(services, newUserId(), chosen, reject);
  expect(outcomes.map(({ refusal }) => refusal?.reason)).toEqual([
    undefined,
    'listing.otherState',
    'bot.notFound',
  ]);
  expect(await statesOf(ids)).toEqual(['rejected', 'pending', 'approved']);
  // Nobody decides on their own listing, also among others.
  const [outcome] = await moderateTogether(services, ownerId, [second], reject);
  expect(outcome?.refusal?.reason).toBe('decision.ownListing');
});

test('listings of different owners, none, the same twice, too many, or a short reason: nothing changes', async () => {
  const { ids } = await ofOneOwner(2);
  const [first = ''] = ids;
  const { id: other } = await listing().submitted();
  const many = Array.from({ length: 21 }, newBotId);
  const cases = [
    { listings: [...ids, other], judgement: reject },
    { listings: [], judgement: reject },
    { listings: [first, first], judgement: reject },
    { listings: many, judgement: reject },
    { listings: ids, judgement: { ...reject, reason: 'short' } },
    // Nobody publishes what they have not read.
    { listings: ids, judgement: { decision: 'approve', closesReports: false } as const },
  ];
  for (const { listings, judgement } of cases) {
    const attempt = moderateTogether(services, newUserId(), listings, judgement);
    await expect(attempt).rejects.toThrow(InvalidInputError);
  }
  expect(await statesOf([...ids, other])).toEqual(['pending', 'pending', 'pending']);
});

test('after a fault in the middle, what was decided is told, and the rest stays as it was', async () => {
  const { ids } = await ofOneOwner(3);
  let calls = 0;
  const now = () => {
    calls += 1;
    if (calls > 1) throw new Error('The clock has stopped.');
    return services.now();
  };
  const outcomes = await moderateTogether({ ...services, now }, newUserId(), ids, reject);
  expect(outcomes.map(({ refusal }) => refusal?.reason)).toEqual([
    undefined,
    'decision.interrupted',
    'decision.interrupted',
  ]);
  expect(await statesOf(ids)).toEqual(['rejected', 'pending', 'pending']);
});
