import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { replaceCommands } from '../../src/domain/listing/commands.ts';
import { readListingFields } from '../../src/domain/listing/fields.ts';
import { findImage } from '../../src/domain/listing/images.ts';
import { findListing } from '../../src/domain/listing/read.ts';
import { TAGS } from '../../src/domain/listing/tags.ts';
import { listFeatured } from '../../src/domain/moderation/feature.ts';
import { isManager } from '../../src/domain/ownership/permissions.ts';
import { serverCountPerDay, votesPerDay } from '../../src/domain/stats/charts.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/day.ts';
import { planVotes } from '../../src/seed/plan.ts';
import { handMadeBots } from '../../src/seed/samples.ts';
import { addSamples, seed } from '../../src/seed/seed.ts';
import { syntheticBot } from '../../src/seed/synthetic.ts';
import { present } from '../kit/present.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const BOTS = handMadeBots();
/** The sizes of the first start. */
const SIZE = { bots: BOTS.length, users: 300, votes: 4000 };

const service = await forFile(startOwnService());
const { services } = service;
const seeded = await seed(services, SIZE, BOTS);

const distinct = (values: readonly unknown[]) => new Set(values).size;

test('there are forty, with names, texts, icons and banners of their own', () => {
  expect(BOTS).toHaveLength(40);
  const names = BOTS.map(({ fields }) => fields.name);
  expect(distinct(names)).toBe(40);
  expect(distinct(BOTS.map(({ fields }) => fields.shortDescription))).toBe(40);
  expect(distinct(BOTS.map(({ fields }) => fields.longDescription))).toBe(40);
  expect(distinct(BOTS.map(({ icon }) => present(icon)))).toBe(40);
  expect(distinct(BOTS.map(({ banner }) => present(banner)))).toBe(40);
  const synthetic = Array.from({ length: 8 }, (_, index) => syntheticBot(index).fields.name);
  expect(names.filter((name) => synthetic.includes(name))).toEqual([]);
});

test('each tag has one, and the first five have different tags', () => {
  const used = new Set(BOTS.flatMap(({ fields }) => fields.tags));
  expect(TAGS.filter(({ slug }) => !used.has(slug))).toEqual([]);
  expect(distinct(BOTS.slice(0, 5).map(({ fields }) => fields.tags[0]))).toBe(5);
});

test('three are featured, and another seeding leaves them their places', async () => {
  const featured = BOTS.flatMap(({ featureReasons }, index) =>
    featureReasons === undefined ? [] : [seeded.bots[index]?.id],
  );
  expect(featured).toHaveLength(3);
  await addSamples(services, { bots: BOTS.length, users: 0, votes: 0 }, BOTS);
  expect((await listFeatured(services, 12)).map(({ id }) => id)).toEqual(featured);
});

test('a third has two to four screenshots with descriptions, which are sharp and small', async () => {
  const shown = BOTS.map(({ screenshots }) => present(screenshots));
  const counts = shown.map(({ length }) => length).filter((count) => count > 0);
  expect(counts).toHaveLength(13);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 4]);
  expect(distinct(shown.flat().map(({ description }) => description))).toBe(shown.flat().length);
  for (const [index, { id }] of seeded.bots.entries()) {
    const stored = present((await findListing(services, id))?.screenshots);
    const size = { width: 960, height: 600 };
    expect(stored).toMatchObject(present(shown[index]).map(({ description }) => ({ ...size, description })));
    for (const { hash, thumbnailHash } of stored) {
      const sizes = [
        [hash, 960, 600],
        [thumbnailHash, 480, 300],
      ] as const;
      for (const [of, width, height] of sizes) {
        const { mediaType, image } = present(await findImage(services, id, of));
        expect(mediaType).toBe('image/webp');
        expect(image.length).toBeLessThan(60_000);
        expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width, height });
      }
    }
  }
});

test('their drawings are compressed, and are not sent again to those who have them', async () => {
  const { id } = present(seeded.bots[0]);
  const ask = (headers: Record<string, string>) => fetch(`${service.url}/bot/${id}/avatar`, { headers });
  const response = await ask({ 'accept-encoding': 'br' });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(await response.text()).toBe(present(BOTS[0]).icon);
  const again = await ask({ 'if-none-match': response.headers.get('etag') ?? '', 'accept-encoding': 'br' });
  expect(again.status).toBe(304);
});

test('most speak English, and each of the other great languages has some', () => {
  const speakers = (code: string) => BOTS.filter(({ fields }) => fields.languages.includes(code)).length;
  expect(speakers('en')).toBeGreaterThan(30);
  for (const code of ['de', 'es', 'fr', 'ja', 'pt']) expect(speakers(code), code).toBeGreaterThan(3);
  expect(BOTS.every(({ fields }) => fields.languages.length > 0)).toBe(true);
});

test('each has fields and commands as an owner could have sent them', async () => {
  for (const [index, { fields, commands }] of BOTS.entries()) {
    expect(readListingFields({ ...fields })).toEqual(fields);
    const { id } = present(seeded.bots[index]);
    expect(await findListing(services, id)).toMatchObject({ ...fields, state: 'approved' });
    expect(commands.length).toBeGreaterThanOrEqual(3);
    expect(commands.length).toBeLessThanOrEqual(14);
    expect(distinct(commands.map(({ name }) => name))).toBe(commands.length);
    expect(await replaceCommands(services, id, { commands })).toEqual({ count: commands.length });
  }
});

test('each has an owner who manages it, and names that are the same belong to one user', async () => {
  const { sql } = services.db;
  const owners = new Map<string, string>();
  for (const [index, { owners: names }] of BOTS.entries()) {
    const { id, ownerId } = present(seeded.bots[index]);
    expect(await isManager(services, ownerId, id)).toBe(true);
    const rows = await sql<{ userId: string; name: string; isCoOwner: boolean }[]>`
      select user_id as "userId", name, is_co_owner as "isCoOwner"
      from bot_owners join users on users.id = user_id where bot_id = ${id}`;
    const main = rows.find(({ isCoOwner }) => !isCoOwner);
    expect([main?.userId, main?.name]).toEqual([ownerId, names[0]]);
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const { userId, name } of rows) {
      expect(owners.get(name) ?? userId).toBe(userId);
      owners.set(name, userId);
    }
  }
  expect(owners.size).toBe(12);
  expect(seeded.ownerId).toBe(seeded.bots[0]?.ownerId);
});

test('each icon is served as SVG that can do nothing', async () => {
  for (const [index, { icon }] of BOTS.entries()) {
    const { id } = present(seeded.bots[index]);
    const hash = createHash('sha256').update(present(icon)).digest('hex').slice(0, 32);
    const response = await fetch(`${service.url}/bot/${id}/avatar?v=${hash}`);
    expect(await response.text()).toBe(icon);
    expect(icon).not.toMatch(/script|href|\son\w+=|undefined|\$/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  }
});

test('each banner is small, served as SVG that can do nothing, and has the shape of all banners', async () => {
  for (const [index, { banner }] of BOTS.entries()) {
    const { id } = present(seeded.bots[index]);
    const { bannerHash } = present(await findListing(services, id));
    const response = await fetch(`${service.url}/bot/${id}/image/${bannerHash}`);
    expect(await response.text()).toBe(banner);
    expect(banner).not.toMatch(/script|href|\son\w+=|undefined|NaN|\$/);
    expect(banner).toContain('viewBox="0 0 1600 400"');
    expect(present(banner).length).toBeLessThan(16_000);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
});

test('votes are as many as asked for, since the listing exists, and twelve hours apart for each pair', async () => {
  const { sql } = services.db;
  const ids = seeded.bots.map(({ id }) => id);
  const [checked] = await sql`
    select count(*)::int as votes, min(gap) >= interval '12 hours' as apart, max(voted_at) <= now() as past,
      bool_and(voted_at >= created_at) as listed
    from (
      select voted_at, created_at,
        voted_at - lag(voted_at) over (partition by bot_id, user_id order by voted_at) as gap
      from votes join bots on bots.id = bot_id where bot_id = any(${ids})) vote`;
  expect(checked).toEqual({ votes: SIZE.votes, apart: true, past: true, listed: true });
});

test('log, windows, days, counts and ranks agree', async () => {
  const { sql } = services.db;
  const ids = seeded.bots.map(({ id }) => id);
  const windows = await sql`
    select bot_id, user_id, max(voted_at) from votes where bot_id = any(${ids}) group by 1, 2
    except select bot_id, user_id, voted_at from vote_windows`;
  expect([...windows]).toEqual([]);
  const days = await sql`
    select bot_id, (voted_at at time zone 'utc')::date, count(*) from votes where bot_id = any(${ids}) group by 1, 2
    except select bot_id, day, votes from daily_votes`;
  expect([...days]).toEqual([]);
  const counts = await sql`
    select id from bots join bot_stats on bot_id = id where id = any(${ids}) and (
      vote_count <> (select count(*) from votes where bot_id = id)
      or vote_count <> (select sum(votes) from daily_votes where bot_id = id)
      or ranked_votes is distinct from case
        when checked_in_at < now() - interval '7 days' then 0 else listed_vote_count end)`;
  expect([...counts]).toEqual([]);
});

test('votes are skewed, and their last month has different shapes', async () => {
  const totals: number[] = [];
  const trends: number[] = [];
  for (const { id } of seeded.bots) {
    const days = (await votesPerDay(services, id, 28)).map(({ votes }) => votes);
    const sum = (from: number, to: number) => days.slice(from, to).reduce((all, votes) => all + votes, 0);
    totals.push((await findListing(services, id))?.voteCount ?? 0);
    trends.push((sum(14, 28) + 1) / (sum(0, 14) + 1));
  }
  totals.sort((a, b) => b - a);
  expect(totals.slice(0, 4).reduce((all, votes) => all + votes, 0)).toBeGreaterThan(SIZE.votes / 4);
  expect(present(totals.at(-1))).toBeLessThan(SIZE.votes / 100);
  expect(trends.filter((trend) => trend > 1.5).length).toBeGreaterThan(5);
  expect(trends.filter((trend) => trend < 0.8).length).toBeGreaterThan(2);
});

test('most reported lately, two are silent, one never reported, and charts end with the present count', async () => {
  const age = (checkedInAt: Date | null) => (checkedInAt ? Date.now() - checkedInAt.getTime() : undefined);
  const silent: (number | undefined)[] = [];
  for (const { id } of seeded.bots) {
    const listing = present(await findListing(services, id));
    const since = age(listing.checkedInAt);
    if (since === undefined || since > 6 * HOUR_MS) silent.push(since && Math.floor(since / DAY_MS));
    const chart = await serverCountPerDay(services, id, 28);
    expect(chart.at(-1)?.serverCount).toBe(listing.serverCount);
  }
  expect(silent.toSorted()).toEqual([12, 91, undefined]);
});

test('beyond them, bots are synthetic and of one owner', async () => {
  const more = await seed(services, { bots: 43, users: 3, votes: 100 }, BOTS);
  const others = more.bots.slice(40);
  expect(distinct(others.map(({ ownerId }) => ownerId))).toBe(1);
  for (const [index, { id }] of others.entries()) {
    expect(await findListing(services, id)).toMatchObject(syntheticBot(index).fields);
  }
});

test('the same clock gives the same votes', () => {
  const now = new Date('2026-03-04T05:06:07Z');
  expect(planVotes(BOTS, 300, 4000, now)).toEqual(planVotes(handMadeBots(), 300, 4000, now));
});
