import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import type { ListingState } from '../../src/db/tables.ts';
import { createTokenStatements, hashToken } from '../../src/domain/identity/tokens.ts';
import { readRelation } from '../../src/domain/member/favourites.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { given, putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { first } from '../kit/present.ts';
import { forFile, startService } from '../kit/service.ts';
import { at, NOON } from '../kit/time.ts';

const service = await forFile(startService());
const { services } = service;
const seeded = await service.seed({ bots: 8, users: 3 });

const hash = (token: string) => hashToken(token).toString('hex');
const unknown = () => randomBytes(32).toString('hex');

/** The database with its statements counted, or failing when told to. */
function observed(db: Database) {
  const seen = { statements: 0, broken: false };
  const sql = new Proxy(db.sql, {
    apply(target, self, parameters) {
      seen.statements += 1;
      if (seen.broken) return Promise.reject(new Error('The database is away.'));
      return Reflect.apply(target, self, parameters);
    },
  });
  return { seen, ...createTokenStatements({ sql }) };
}

test('each of several tokens at once leads to its own bot, wherever unknown ones stand between', async () => {
  const { botOfToken } = services;
  const pick = fc.array(fc.option(fc.nat(seeded.bots.length - 1), { nil: undefined }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(pick, async (picks) => {
      const bots = picks.map((index) => (index === undefined ? undefined : seeded.bots[index]));
      const answers = await Promise.all(bots.map((bot) => botOfToken(bot ? hash(bot.token) : unknown())));
      expect(answers).toEqual(bots.map((bot) => bot?.id));
    }),
    { numRuns: 40, examples: [[[undefined, undefined]], [[0, undefined]], [[undefined, 0]]] },
  );
});

test('each of several vote look-ups at once gets its own time, wherever users without a vote are among them', async () => {
  const bot = first(seeded.bots).id;
  const voters = Array.from({ length: 5 }, (_, index) => ({
    userId: newUserId(),
    votedAt: new Date(NOON.getTime() + index),
  }));
  for (const { userId, votedAt } of voters) await castVote(at(services, votedAt), bot, userId);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.nat(4), { nil: undefined }), { maxLength: 20 }), async (picks) => {
      const asked = picks.map((index) => (index === undefined ? undefined : voters[index]));
      const answers = await Promise.all(
        asked.map((voter) => readRelation(services, { botId: bot, userId: voter?.userId ?? newUserId() })),
      );
      expect(answers.map(({ votedAt }) => votedAt)).toEqual(asked.map((voter) => voter?.votedAt ?? null));
    }),
    { numRuns: 30, examples: [[[undefined, undefined]], [[0, undefined]]] },
  );
});

test('a thousand calls at once share a few statements', async () => {
  const { seen, botOfToken } = observed(services.db);
  const bots = Array.from({ length: 1000 }, (_, index) => seeded.bots[index % seeded.bots.length]);
  const answers = await Promise.all(bots.map((bot) => botOfToken(hash(bot?.token ?? ''))));
  expect(answers).toEqual(bots.map((bot) => bot?.id));
  expect(seen.statements).toBeLessThanOrEqual(3);
});

test('when the database is away every caller is told, and the next call is answered once it is back', async () => {
  const { seen, botOfToken } = observed(services.db);
  const bot = first(seeded.bots);
  seen.broken = true;
  const results = await Promise.allSettled([1, 2, 3].map(() => botOfToken(hash(bot.token))));
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  seen.broken = false;
  expect(await botOfToken(hash(bot.token))).toBe(bot.id);
});

test('the token of a removed listing is unknown, asked alone or among others', async () => {
  const { bots } = await service.seed({ bots: 2, users: 0 });
  const [removed, kept] = bots;
  await putInState(services, removed?.id ?? '', 'removed');
  const { botOfToken } = services;
  const hashes = [hash(removed?.token ?? ''), hash(kept?.token ?? '')];
  expect(await botOfToken(hashes[0] ?? '')).toBeUndefined();
  expect(await Promise.all(hashes.map(botOfToken))).toEqual([undefined, kept?.id]);
});

test.each(['pending', 'rejected', 'suspended'] satisfies ListingState[])(
  'the token of a listing that is %s works',
  async (state) => {
    const bot = await given(services).listing().withToken().in(state);
    expect(await services.botOfToken(hash(bot.token))).toBe(bot.id);
  },
);
