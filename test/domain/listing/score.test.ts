import { describe, expect, test } from 'vitest';
import { rankListings } from '../../../src/domain/directory/ranking.ts';
import { searchDirectory } from '../../../src/domain/directory/search.ts';
import { findScore, SCORE_FACTORS, type ScoreFactorName } from '../../../src/domain/listing/score.ts';
import { startOwnDatabase } from '../../kit/database.ts';
import { newBotId } from '../../kit/ids.ts';
import { forFile } from '../../kit/service.ts';
import { after, DAY_MS, NOON } from '../../kit/time.ts';

const database = await forFile(startOwnDatabase('with tables'));
const db = database.open();

/** A listing that asks for everything and has nothing else. */
async function emptyListing(name = 'Bare', short = 'Short.'): Promise<string> {
  const id = newBotId();
  await db.sql`
    insert into bots (id, name, short_description, state, created_at, invite_permissions)
    values (${id}, ${name}, ${short}, 'approved', ${NOON}, '8')`;
  await db.sql`insert into bot_stats (bot_id) values (${id})`;
  return id;
}

/** What raises each factor just over its limit, and what is just under it. */
const RAISES: Readonly<Record<ScoreFactorName, readonly [enough: string, tooLittle: string]>> = {
  picture: [
    "insert into bot_avatars (bot_id, media_type, image, hash, updated_at) values ($1, 'image/png', '', 'x', now())",
    'select $1::text',
  ],
  banner: ["update bots set banner_hash = 'x' where id = $1", 'select $1::text'],
  shortDescription: [
    "update bots set short_description = repeat('ä', 40) where id = $1",
    "update bots set short_description = repeat('ä', 39) where id = $1",
  ],
  longDescription: [
    "update bots set long_description = repeat('a', 400) where id = $1",
    "update bots set long_description = repeat('a', 399) where id = $1",
  ],
  commands: [
    `update bots set commands = '[{"name":"a"},{"name":"b"},{"name":"c"}]' where id = $1`,
    `update bots set commands = '[{"name":"a"},{"name":"b"}]' where id = $1`,
  ],
  languages: ["update bots set languages = '{de}' where id = $1", 'select $1::text'],
  support: ["update bots set support_url = 'https://example.com' where id = $1", 'select $1::text'],
  privacy: ["update bots set privacy_url = 'https://example.com' where id = $1", 'select $1::text'],
  permissions: [
    "update bots set invite_permissions = '4' where id = $1",
    "update bots set invite_permissions = '12' where id = $1",
  ],
  reports: [
    `update bot_stats set checked_in_at = '${NOON.toISOString()}' where bot_id = $1`,
    `update bot_stats set checked_in_at = '${after(NOON, -1).toISOString()}' where bot_id = $1`,
  ],
};

/** A day after noon, so a report at noon just counts. */
const services = () => ({ db, now: () => after(NOON, DAY_MS) });

describe('The score', () => {
  test('is 0 of a listing that has nothing, and null of none', async () => {
    expect((await findScore(services(), await emptyListing()))?.total).toBe(0);
    expect(await findScore(services(), newBotId())).toBeNull();
  });

  test.each(SCORE_FACTORS)('counts %s from its limit on', async (name) => {
    const [enough, tooLittle] = RAISES[name];
    const id = await emptyListing();
    await db.sql.unsafe(tooLittle, [id]);
    expect((await findScore(services(), id))?.total).toBe(0);
    await db.sql.unsafe(enough, [id]);
    const { total, factors } = (await findScore(services(), id)) ?? { total: 0, factors: [] };
    const met = factors.filter(({ isMet }) => isMet);
    expect(met).toEqual([{ name, points: total, isMet: true }]);
    expect(total).toBeGreaterThan(0);
  });

  test('is 100 of a complete listing, and is copied with the votes once an hour', async () => {
    const id = await emptyListing();
    for (const [enough] of Object.values(RAISES)) await db.sql.unsafe(enough, [id]);
    expect((await findScore(services(), id))?.total).toBe(100);
    await rankListings(services());
    const stored = () => db.sql`select ranked_score as score from bots where id = ${id}`;
    expect(await stored()).toEqual([{ score: 100 }]);
    await rankListings({ db, now: () => after(NOON, DAY_MS + 1) });
    expect(await stored()).toEqual([{ score: 85 }]);
  });
});

describe('A search', () => {
  const find = async (search: string) => {
    const { entries } = await searchDirectory(
      { db },
      { search, order: 'relevance' },
      { limit: 9, inverted: false },
    );
    return entries.map(({ listing }) => listing.id);
  };

  test('shows the more complete of two bots that fit equally well, and the one that fits better before both', async () => {
    const complete = await emptyListing('Lighthouse One', 'Shines.');
    const bare = await emptyListing('Lighthouse Two', 'Shines.');
    const other = await emptyListing('Harbour', 'A lighthouse for lost ships.');
    for (const name of ['commands', 'languages', 'support'] as const)
      await db.sql.unsafe(RAISES[name][0], [complete]);
    for (const [enough] of Object.values(RAISES).filter(([sql]) => !sql.includes('short_description')))
      await db.sql.unsafe(enough, [other]);
    await rankListings(services());
    expect(await find('lighthouse')).toEqual([complete, bare, other]);
  });
});
