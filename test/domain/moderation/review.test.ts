import CONFUSABLES from 'unhomoglyph/data.json' with { type: 'json' };
import { expect, test } from 'vitest';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../src/domain/kernel/errors.ts';
import { setTranslation } from '../../../src/domain/listing/texts.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import {
  addNote,
  listLookAlikes,
  listNotes,
  listOwnerRecords,
} from '../../../src/domain/moderation/review.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());

const now = (ms = 0) => at(services, after(NOON, ms));

test('notes are listed newest first, with their author and time', async () => {
  const { id } = await given(now()).listing().submitted();
  const ada = await given(now()).moderator('Ada');
  await addNote(now(), ada, id, '  Asked the owner about the invite.  ');
  await addNote(now(1000), newUserId(), id, 'Second');
  expect(await listNotes(services, id)).toMatchObject([
    { userName: null, text: 'Second', createdAt: after(NOON, 1000) },
    { userId: ada, userName: 'Ada', text: 'Asked the owner about the invite.', createdAt: NOON },
  ]);
});

test.each(['', '  ', 'x'.repeat(2001), 'a\0b'])('the note %j is refused', async (text) => {
  const { id } = await given(now()).listing().submitted();
  await expect(addNote(now(), newUserId(), id, text)).rejects.toThrow(InvalidInputError);
  await addNote(now(), newUserId(), id, 'x'.repeat(2000));
});

test('nobody writes about a listing of their own, nor about one that does not exist', async () => {
  const { id, ownerId } = await given(now()).listing().submitted();
  await expect(addNote(now(), ownerId, id, 'It is fine.')).rejects.toThrow(ForbiddenError);
  await expect(addNote(now(), newUserId(), newBotId(), 'Hello')).rejects.toThrow(NotFoundError);
});

test('a listing has at most a hundred notes', async () => {
  const { id } = await given(now()).listing().submitted();
  for (let count = 0; count < 100; count += 1) await addNote(now(count), newUserId(), id, String(count));
  await expect(addNote(now(), newUserId(), id, 'One more')).rejects.toThrow(ConflictError);
  expect(await listNotes(services, id)).toHaveLength(100);
});

test('moderators who write at once leave a hundred notes, too', async () => {
  const { sql } = services.db;
  for (let round = 0; round < 10; round += 1) {
    const { id } = await given(now()).listing().submitted();
    await sql`
      insert into moderation_notes (id, bot_id, user_id, text, created_at)
      select gen_random_uuid(), ${id}, ${newUserId()}, 'Earlier', ${NOON} from generate_series(1, 99)`;
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => addNote(now(), newUserId(), id, 'At once')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listNotes(services, id)).toHaveLength(100);
  }
});

test("an owner's record has what happened to all of their listings, also to removed ones", async () => {
  const { id, ownerId } = await given(now()).owner('Olga').listing({ name: 'First' }).in('rejected');
  const coOwner = await given(now()).coOwnerOf(id, 'Carl');
  const invited = await given(now()).invitedTo(id);
  const other = await given(now()).listing({ name: 'Second' }).approved();
  const gone = await given(now()).listing({ name: 'Third' }).in('rejected');
  const { sql } = services.db;
  await sql`update bot_owners set user_id = ${ownerId} where bot_id in (${other.id}, ${gone.id})`;
  await sql`update bots set state = 'removed' where id = ${gone.id}`;
  const moderatorId = newUserId();
  const suspend = (ms: number) =>
    moderateListing(now(ms), moderatorId, other.id, {
      decision: 'suspend',
      revision: 2,
      reason: 'It sends advertisements.',
      closesReports: false,
    });
  await suspend(3000);
  const records = await listOwnerRecords(services, id);
  expect(records.map(({ userId }) => userId)).toEqual([ownerId, coOwner]);
  expect(records.map(({ userId }) => userId)).not.toContain(invited);
  expect(records[0]).toMatchObject({ name: 'Olga', isCoOwner: false, listings: 2, publicListings: 0 });
  expect(records[0]?.setbacks).toMatchObject([
    { botId: other.id, botName: 'Second', state: 'suspended', reason: 'It sends advertisements.' },
    { botId: gone.id, botName: 'Third', state: 'rejected' },
    { botId: id, botName: 'First', state: 'rejected', reason: expect.any(String), movedAt: NOON },
  ]);
  expect(records[1]).toMatchObject({ name: 'Carl', isCoOwner: true, listings: 1 });
});

const skeletonsOf = async (names: readonly string[]) => {
  const rows = await services.db.sql<{ skeleton: string }[]>`
    select name_skeleton(name) as skeleton from unnest((select ${[...names]}::text[])) with ordinality as one(name, place)
    order by place`;
  return rows.map(({ skeleton }) => skeleton);
};

test.each([
  ['Melody', 'MELODY'],
  ['Melody', 'Mel0dy'],
  ['Melody', 'Мelоdу'],
  ['Melody', 'Melödy'],
  ['Melody', 'M e-l.o_d y!'],
  ['Melody', 'Me\u200blody'],
  ['Melody', '𝓜𝓮𝓵𝓸𝓭𝔂'],
  ['Melody', 'Ｍｅｌｏｄｙ'],
  ['Modmail', 'Modrnail'],
  ['Lily', 'Iily'],
  ['Lily', '|i1y'],
  ['Wave', 'vvave'],
  ['音楽', '音 楽'],
])('%s looks like %s', async (name, other) => {
  const [one, two] = await skeletonsOf([name, other]);
  expect(two).toBe(one);
});

test.each([
  ['Melody', 'Melodie'],
  ['Bot 2', 'Bot 3'],
  ['音楽', '音色'],
  ['🎵', '🎶'],
])('%s does not look like %s', async (name, other) => {
  const [one, two] = await skeletonsOf([name, other]);
  expect(two).not.toBe(one);
  expect(one).not.toBe('');
});

test("every character that Unicode's table confuses with one Latin letter or digit has its skeleton", async () => {
  const pairs = Object.entries(CONFUSABLES).filter(
    ([character, letter]) =>
      /^[a-z0-9]$/i.test(letter) &&
      [...character.normalize('NFKD')].length === 1 &&
      // The table takes it for an f. Unicode's normalization makes it the s that it is.
      character !== 'ſ',
  );
  expect(pairs.length).toBeGreaterThan(1000);
  const characters = await skeletonsOf(pairs.map(([character]) => `${character}x`));
  expect(characters).toEqual(await skeletonsOf(pairs.map(([, letter]) => `${letter}x`)));
});

test('look-alikes in every state but removed are listed, the most popular first, and never more than ten', async () => {
  const list = (name: string) => given(services).listing({ name });
  const subject = await list('Harmony').submitted();
  const popular = await list('Hаrmony').approved();
  const rejected = await list('H4rmony').in('rejected');
  const suspended = await list('HARMONY').in('suspended');
  await list('Harm0ny').in('removed');
  await list('Harmonica').approved();
  await services.db.sql`update bots set popularity = 0 where id = ${popular.id}`;
  const ids = async () => (await listLookAlikes(services, subject.id)).map(({ id }) => id);
  expect(await ids()).toEqual([popular.id, suspended.id]);
  expect(await ids()).not.toContain(rejected.id);
  await services.db.sql`update bots set name = 'H a r m o n y' where id = ${rejected.id}`;
  expect((await ids()).toSorted()).toEqual([popular.id, suspended.id, rejected.id].toSorted());
  for (let index = 0; index < 11; index += 1) await list('harmony').submitted();
  expect(await ids()).toHaveLength(10);
  expect((await ids())[0]).toBe(popular.id);
});

test('a name in another language counts on both sides', async () => {
  const { sql } = services.db;
  const [own, other] = [
    await given(now()).listing({ name: 'Zilpzalp', textLanguage: 'en' }).submitted(),
    await given(now()).listing({ name: 'Chiffchaff', textLanguage: 'en' }).submitted(),
  ];
  const idsOf = async (id: string) => (await listLookAlikes(services, id)).map((one) => one.id);
  expect(await idsOf(own.id)).toEqual([]);
  await setTranslation(now(), { botId: other.id, userId: newUserId() }, 'de', { name: 'ZILP ZALP' });
  expect(await idsOf(own.id)).toEqual([other.id]);
  expect(await idsOf(other.id)).toEqual([own.id]);
  await sql`update bots set state = 'removed' where id = ${other.id}`;
  expect(await idsOf(own.id)).toEqual([]);
});

test('looking for them reads an index, however many listings there are', async () => {
  const { sql } = services.db;
  const plan = await sql.begin(async (transaction) => {
    await transaction`set local enable_seqscan = off`;
    return transaction<{ 'QUERY PLAN': string }[]>`
      explain select id from bots where state <> 'removed' and name_skeleton(name) = name_skeleton('Melody')
      order by name_skeleton(name), popularity, id limit 10`;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('bots_look_alikes');
});
