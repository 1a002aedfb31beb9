import { describe, expect, test } from 'vitest';
import { ConflictError, InvalidInputError, InvalidListingError } from '../../../src/domain/kernel/errors.ts';
import { editListing, withdrawEdit } from '../../../src/domain/listing/edit.ts';
import { listEdits, translationPart } from '../../../src/domain/listing/edits.ts';
import { BOT_LANGUAGES } from '../../../src/domain/listing/languages.ts';
import { listMoves } from '../../../src/domain/listing/moves.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { listTranslations, removeTranslation, setTranslation } from '../../../src/domain/listing/texts.ts';
import { moderateListing, resubmitListing } from '../../../src/domain/moderation/decide.ts';
import { decideEdit } from '../../../src/domain/moderation/decide-edit.ts';
import { findPlace, listLookLater, listQueue } from '../../../src/domain/moderation/queue.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { type ListingFields, MAX_TRANSLATIONS } from '../../../src/terms/listing-fields.ts';
import { given, unreviewed } from '../../kit/given.ts';
import { present } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startOwnService());
const moderator = await given(services).moderator();

const SOON = after(NOON, 5);
const WORDS = 'It no longer answers any command.';
const BAN = String(1n << 2n);
const SEND = String(1n << 11n);

const listed = (fields: Partial<ListingFields> = {}) => given(services).listing(fields).approved();
const find = async (botId: string) => present(await findListing(services, botId));
const editsOf = (botId: string) => listEdits(services, botId);
const newestOf = async (botId: string) => present((await editsOf(botId))[0]);

type Listed = Awaited<ReturnType<typeof listed>>;

/** The owner saves these fields, as the form shows them. */
async function edit({ id: botId, ownerId: userId }: Listed, fields: Partial<ListingFields>): Promise<void> {
  const { revision } = await find(botId);
  await editListing(services, { botId, userId, revision, fields });
}

const decide = (botId: string, editId: number, accepts: boolean, reason?: string) =>
  decideEdit(services, moderator, botId, { editId, accepts, reason });

describe('An edit of a public listing waits for a moderator', () => {
  test.each([
    ['name', { name: 'Inkpot Pro' }, { name: 'Inkpot' }],
    ['name', { name: 'Inkp0t' }, { name: 'Inkpot' }],
    ['name', { name: 'Ink-pot' }, { name: 'Inkpot' }],
    ['name', { name: 'Ink\u2800pot' }, { name: 'Inkpot' }],
    ['links', { websiteUrl: 'https://elsewhere.example/' }, { websiteUrl: 'https://here.example' }],
    ['links', { websiteUrl: 'https://elsewhere.example/' }, { websiteUrl: null }],
    ['links', { longDescription: 'See [this](https://elsewhere.example/a).' }, {}],
    ['links', { longDescription: 'See [this](HTTPS://ELSEWHERE.example/a).' }, {}],
    ['links', { longDescription: 'See HTTPS://elsewhere.example/a' }, {}],
    ['links', { longDescription: 'See ![this](https://elsewhere.example/a.png)' }, {}],
    [
      'links',
      {
        longDescription: `${'![a][r]'.repeat(600)} [x](https://elsewhere.example)\n\n[r]: https://here.example/${'r'.repeat(250)}`,
      },
      { websiteUrl: 'https://here.example/' },
    ],
    ['permissions', { invitePermissions: BAN }, { invitePermissions: SEND }],
    ['permissions', { invitePermissions: String(1n << 60n) }, { invitePermissions: String(1n << 61n) }],
    ['permissions', { invitePermissions: String(1n << 60n) }, { invitePermissions: SEND }],
    [
      'permissions',
      { inviteScopes: ['bot'] },
      { inviteScopes: ['applications.commands'], invitePermissions: BAN },
    ],
    [
      'permissions',
      { inviteScopes: ['bot', 'applications.commands'] },
      { inviteScopes: ['bot'], invitePermissions: SEND },
    ],
  ] as const)('because of its %s: %j', async (reason, change, before) => {
    const bot = await listed(before);
    const shown = await find(bot.id);
    await edit(bot, change);
    expect(await find(bot.id)).toEqual({ ...shown, revision: shown.revision + 1 });
    expect(await newestOf(bot.id)).toMatchObject({
      state: 'waiting',
      after: change,
      reviewReasons: [reason],
    });
  });

  test('and not because of what a moderator has judged already, or of what harms nobody', async () => {
    const bot = await listed({
      name: 'Quillfeather Two',
      websiteUrl: 'https://here.example/a',
      invitePermissions: String(BigInt(BAN) | BigInt(SEND)),
    });
    await edit(bot, {
      name: 'quill Feather TWO',
      supportUrl: 'https://here.example/b',
      invitePermissions: BAN,
      longDescription: 'See [this](https://here.example/c).',
    });
    expect(await find(bot.id)).toMatchObject({ name: 'quill Feather TWO', invitePermissions: BAN });
    expect(await newestOf(bot.id)).toMatchObject({ state: 'public', reviewReasons: [] });
  });

  test('with all that it changes; a later edit builds on it and replaces it', async () => {
    const bot = await listed();
    await edit(bot, { websiteUrl: 'https://elsewhere.example', prefix: '?' });
    const first = await newestOf(bot.id);
    await edit(bot, { prefix: '§' });
    const second = await newestOf(bot.id);
    expect(second).toMatchObject({
      state: 'waiting',
      after: { websiteUrl: 'https://elsewhere.example/', prefix: '§' },
    });
    await expect(decide(bot.id, first.id, true)).rejects.toThrow(ConflictError);
    expect(await editsOf(bot.id)).toHaveLength(1);
  });

  test('until the owner withdraws it, or edits it away', async () => {
    const bot = await listed();
    const shown = await find(bot.id);
    await edit(bot, { websiteUrl: 'https://elsewhere.example' });
    const { id } = await newestOf(bot.id);
    await withdrawEdit(services, bot.id, id);
    await expect(withdrawEdit(services, bot.id, id)).rejects.toThrow(ConflictError);
    await edit(bot, { websiteUrl: 'https://elsewhere.example' });
    await edit(bot, { websiteUrl: shown.websiteUrl });
    expect(await editsOf(bot.id)).toEqual([]);
    expect(await find(bot.id)).toMatchObject({ websiteUrl: shown.websiteUrl });
  });

  test('in the queue, once, with its place; the owner sees how long', async () => {
    const bot = await given(at(services, NOON)).listing().approved();
    const { revision } = await find(bot.id);
    const fields = { websiteUrl: 'https://elsewhere.example' };
    await editListing(at(services, SOON), { botId: bot.id, userId: bot.ownerId, revision, fields });
    const queue = await listQueue(services, { limit: 100, inverted: false });
    const own = queue.filter(({ listing }) => listing.id === bot.id);
    expect(own).toMatchObject([{ kind: 'edit', since: SOON, openReports: 0 }]);
    expect(await findPlace(services, bot.id)).toBe(
      queue.findIndex(({ listing }) => listing.id === bot.id) + 1,
    );
  });
});

describe('A moderator', () => {
  test('accepts an edit that waits: it is public with all its fields', async () => {
    const bot = await listed();
    await edit(bot, { websiteUrl: 'https://elsewhere.example', prefix: '?' });
    await decide(bot.id, (await newestOf(bot.id)).id, true);
    expect(await find(bot.id)).toMatchObject({ websiteUrl: 'https://elsewhere.example/', prefix: '?' });
    expect(await newestOf(bot.id)).toMatchObject({ state: 'accepted', reason: null });
    expect(await findPlace(services, bot.id)).toBeNull();
  });

  test('refuses it with a reason that the owners read: nobody else has seen it', async () => {
    const bot = await listed();
    const shown = await find(bot.id);
    await edit(bot, { websiteUrl: 'https://elsewhere.example' });
    const { id } = await newestOf(bot.id);
    await expect(decide(bot.id, id, false)).rejects.toThrow(InvalidInputError);
    await decide(bot.id, id, false, WORDS);
    expect(await newestOf(bot.id)).toMatchObject({ state: 'refused', reason: WORDS });
    expect(await find(bot.id)).toMatchObject({ websiteUrl: shown.websiteUrl, revision: shown.revision + 2 });
    await expect(decide(bot.id, id, true)).rejects.toThrow(ConflictError);
    await expect(edit(bot, { websiteUrl: 'https://elsewhere.example' })).rejects.toThrow(
      'Nothing has changed',
    );
    await edit(bot, { websiteUrl: 'https://third.example' });
    expect(await newestOf(bot.id)).toMatchObject({ state: 'waiting' });
  });

  test('looks at public edits later: several are one, from what was judged to what is public', async () => {
    const bot = await listed({ prefix: '!' });
    await edit(bot, { prefix: '?' });
    const first = await newestOf(bot.id);
    await edit(bot, { prefix: '§', shortDescription: 'Plays music of all kinds in voice channels.' });
    expect(await editsOf(bot.id)).toMatchObject([
      { state: 'public', editedAt: first.editedAt, before: { prefix: '!' }, after: { prefix: '§' } },
    ]);
    const inList = async () =>
      (await listLookLater(services, { limit: 100, inverted: false })).filter(
        ({ listing }) => listing.id === bot.id,
      );
    expect(await inList()).toHaveLength(1);
    await expect(decide(bot.id, first.id, true)).rejects.toThrow(ConflictError);
    await decide(bot.id, (await newestOf(bot.id)).id, true);
    expect(await find(bot.id)).toMatchObject({ prefix: '§' });
    expect(await inList()).toEqual([]);
  });

  test('finds nothing to look at when an owner takes an edit back', async () => {
    const bot = await listed({ prefix: '!' });
    await edit(bot, { prefix: '?' });
    await edit(bot, { prefix: '!' });
    expect(await editsOf(bot.id)).toEqual([]);
  });

  test('reverts a public edit; what was changed since stays', async () => {
    const bot = await listed({ prefix: '!', tags: ['music'] });
    await edit(bot, { prefix: '?', tags: ['art'] });
    const { id } = await newestOf(bot.id);
    await services.db.sql`update bots set prefix = '§' where id = ${bot.id}`;
    await decide(bot.id, id, false, WORDS);
    expect(await find(bot.id)).toMatchObject({ prefix: '§', tags: ['music'] });
    expect(await newestOf(bot.id)).toMatchObject({ state: 'reverted', reason: WORDS });
  });

  test('decides on no edit of a listing that is not public', async () => {
    const bot = await listed();
    await edit(bot, { websiteUrl: 'https://elsewhere.example' });
    const { id } = await newestOf(bot.id);
    const { revision } = await find(bot.id);
    const suspension = { decision: 'suspend', revision, reason: WORDS, closesReports: false } as const;
    await moderateListing(services, moderator, bot.id, suspension);
    await expect(decide(bot.id, id, true)).rejects.toThrow(ConflictError);
    expect(await newestOf(bot.id)).toMatchObject({ state: 'waiting' });
    // What is reviewed as a whole needs no edit that waits.
    await edit(bot, { prefix: '?' });
    expect(await find(bot.id)).toMatchObject({ prefix: '?', websiteUrl: 'https://elsewhere.example/' });
    expect(await editsOf(bot.id)).toEqual([]);
  });
});

test('a removed listing has no edits that wait', async () => {
  const bot = await listed();
  await edit(bot, { websiteUrl: 'https://elsewhere.example' });
  await removeListing(services, bot.id, bot.ownerId);
  expect(await editsOf(bot.id)).toEqual([]);
});

test('a rejected listing is not submitted again unchanged', async () => {
  const bot = await given(services).listing({ prefix: '!' }).in('rejected');
  await expect(resubmitListing(services, bot.id, bot.ownerId)).rejects.toThrow('Nothing has changed');
  await edit(bot, {});
  await expect(resubmitListing(services, bot.id, bot.ownerId)).rejects.toThrow(ConflictError);
  await edit(bot, { prefix: '?' });
  await edit(bot, { prefix: '!' });
  await expect(resubmitListing(services, bot.id, bot.ownerId)).rejects.toThrow(ConflictError);
  await edit(bot, { prefix: '§' });
  await resubmitListing(services, bot.id, bot.ownerId);
  expect(await find(bot.id)).toMatchObject({ state: 'pending' });
});

test('a rejected listing is submitted again unchanged with a note, which its history keeps', async () => {
  const bot = await given(services).listing().in('rejected');
  for (const note of ['', '  ', null])
    await expect(resubmitListing(services, bot.id, bot.ownerId, note)).rejects.toThrow('write a note');
  for (const note of ['It works', 'x'.repeat(501)])
    await expect(resubmitListing(services, bot.id, bot.ownerId, note)).rejects.toThrow(InvalidInputError);
  expect(await find(bot.id)).toMatchObject({ state: 'rejected' });
  await resubmitListing(services, bot.id, bot.ownerId, ' It responds to its commands again. ');
  expect(await find(bot.id)).toMatchObject({ state: 'pending' });
  const moves = await listMoves(services, bot.id);
  expect(moves.at(-1)).toMatchObject({ toState: 'pending', reason: 'It responds to its commands again.' });
});

describe('A translation of a public listing', () => {
  const GERMAN = { shortDescription: 'Spielt Musik in Sprachkanälen, mit Warteschlange.' };
  /** The owner saves these texts, as the form shows the newest ones. */
  async function translate(
    { id: botId, ownerId: userId }: Listed,
    texts: Record<string, unknown>,
    language = 'de',
  ) {
    const part = translationPart(language);
    const waiting = (await editsOf(botId)).find((one) => one.part === part && one.state === 'waiting');
    const stored = (await listTranslations(services, botId)).find((one) => one.language === language);
    const seen = waiting?.editedAt ?? stored?.updatedAt;
    await setTranslation(services, { botId, userId }, language, texts, seen);
  }
  const shownOf = async (botId: string) =>
    (await listTranslations(services, botId)).map(({ botId: _, updatedAt, ...texts }) => texts);
  const german = (texts: object) => ({
    language: 'de',
    name: null,
    shortDescription: null,
    longDescription: null,
    ...texts,
  });

  test.each([
    ['name', { name: 'Bramblewick' }],
    ['links', { longDescription: 'Siehe [hier](https://elsewhere.example/a).' }],
    ['links', { longDescription: 'Siehe ![hier](https://elsewhere.example/a.png)' }],
  ] as const)('waits because of its %s: %j', async (reason, texts) => {
    const bot = await listed({ name: 'Inkpot', textLanguage: 'en' });
    const shown = await find(bot.id);
    await translate(bot, texts);
    expect(await shownOf(bot.id)).toEqual([]);
    expect(await find(bot.id)).toEqual({ ...shown, revision: shown.revision + 1 });
    expect(await newestOf(bot.id)).toMatchObject({
      part: 'translation:de',
      state: 'waiting',
      after: texts,
      reviewReasons: [reason],
    });
    expect(await findPlace(services, bot.id)).not.toBeNull();
  });

  test('is public at once when it says nothing new of that: own texts and other languages count', async () => {
    const bot = await listed({ name: 'Thistledown', longDescription: 'See https://here.example/a' });
    await unreviewed(services, bot.id, () =>
      translate(bot, { name: 'Distelflug', longDescription: 'Siehe https://hier.example/a' }),
    );
    const french = {
      name: 'Distel Flug',
      longDescription: 'https://hier.example https://here.example',
    };
    await translate(bot, french, 'fr');
    expect(await shownOf(bot.id)).toMatchObject([{ language: 'de' }, { language: 'fr', ...french }]);
    await edit(bot, { name: 'Distelflug', websiteUrl: 'https://hier.example' });
    expect(await find(bot.id)).toMatchObject({ name: 'Distelflug' });
    expect((await editsOf(bot.id)).map(({ state }) => state)).toEqual(['public', 'public']);
  });

  test('of each language waits by itself; a later edit builds on it and replaces it', async () => {
    const bot = await listed();
    const first = { longDescription: 'Siehe https://elsewhere.example/a' };
    await translate(bot, first);
    await translate(bot, { longDescription: 'Voir https://elsewhere.example/a' }, 'fr');
    const { id } = present((await editsOf(bot.id))[1]);
    await translate(bot, { ...first, ...GERMAN });
    await expect(decide(bot.id, id, true)).rejects.toThrow(ConflictError);
    expect(await editsOf(bot.id)).toMatchObject([
      { part: 'translation:de', after: { ...first, ...GERMAN } },
      { part: 'translation:fr' },
    ]);
    await decide(bot.id, (await newestOf(bot.id)).id, true);
    expect(await shownOf(bot.id)).toEqual([german({ ...first, ...GERMAN })]);
    expect(await editsOf(bot.id)).toMatchObject([{ state: 'accepted' }, { state: 'waiting' }]);
  });

  test('that waits is not overwritten by an owner who has not read it', async () => {
    const bot = await listed();
    await translate(bot, { longDescription: 'Siehe https://elsewhere.example/a' });
    const by = { botId: bot.id, userId: bot.ownerId };
    await expect(setTranslation(services, by, 'de', GERMAN)).rejects.toThrow(ConflictError);
    const results = await Promise.allSettled([1, 2, 3].map(() => translate(bot, GERMAN)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await editsOf(bot.id)).toMatchObject([{ state: 'public', after: GERMAN }]);
  });

  test('that is decided and saved at the same moment is what the moderator read, or refused', async () => {
    const bot = await listed();
    const first = { longDescription: 'Siehe https://elsewhere.example/a' };
    await translate(bot, first);
    const { id } = await newestOf(bot.id);
    const second = { longDescription: 'Siehe https://third.example/b' };
    const results = await Promise.allSettled([decide(bot.id, id, true), translate(bot, second)]);
    const shown = await shownOf(bot.id);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(shown).toEqual(results[0]?.status === 'fulfilled' ? [german(first)] : []);
  });

  test('counts among the ten while it waits', async () => {
    const bot = await listed({ textLanguage: null });
    const waiting = { longDescription: 'Siehe https://elsewhere.example/a' };
    for (const language of BOT_LANGUAGES.slice(0, MAX_TRANSLATIONS)) await translate(bot, waiting, language);
    const [eleventh = ''] = BOT_LANGUAGES.slice(MAX_TRANSLATIONS);
    await expect(translate(bot, GERMAN, eleventh)).rejects.toThrow(InvalidListingError);
    const { id } = await newestOf(bot.id);
    await withdrawEdit(services, bot.id, id);
    await translate(bot, GERMAN, eleventh);
  });

  test('is refused with a reason, and not saved again unchanged; nobody else has seen it', async () => {
    const bot = await listed();
    const texts = { longDescription: 'Siehe https://elsewhere.example/a' };
    await translate(bot, texts);
    const { id } = await newestOf(bot.id);
    await expect(decide(bot.id, id, false)).rejects.toThrow(InvalidInputError);
    await decide(bot.id, id, false, WORDS);
    expect(await newestOf(bot.id)).toMatchObject({ state: 'refused', reason: WORDS });
    expect(await shownOf(bot.id)).toEqual([]);
    await expect(translate(bot, texts)).rejects.toThrow('Nothing has changed');
    await translate(bot, texts, 'fr');
  });

  test('that was public at once is reverted with a reason; what was changed since stays', async () => {
    const LATER = 'Spielt Musik im Garten, auch bei Regen.';
    const bot = await listed();
    await translate(bot, { ...GERMAN, longDescription: 'Spielt Musik.' });
    const { id } = await newestOf(bot.id);
    await services.db.sql`update listing_texts set long_description = ${LATER} where bot_id = ${bot.id}`;
    await expect(decide(bot.id, id, false)).rejects.toThrow(InvalidInputError);
    await decide(bot.id, id, false, WORDS);
    expect(await shownOf(bot.id)).toEqual([german({ longDescription: LATER })]);
    await translate(bot, { ...GERMAN, longDescription: LATER });
    await decide(bot.id, (await newestOf(bot.id)).id, true);
    expect(await shownOf(bot.id)).toEqual([german({ ...GERMAN, longDescription: LATER })]);
  });

  test('is removed at once with what waits of it; a revert brings it back', async () => {
    const bot = await listed();
    await unreviewed(services, bot.id, () => translate(bot, GERMAN));
    await translate(bot, { longDescription: 'Siehe https://elsewhere.example/a' });
    await removeTranslation(services, { botId: bot.id, userId: bot.ownerId }, 'de');
    expect(await shownOf(bot.id)).toEqual([]);
    expect(await editsOf(bot.id)).toMatchObject([{ state: 'public', before: GERMAN }]);
    await decide(bot.id, (await newestOf(bot.id)).id, false, WORDS);
    expect(await shownOf(bot.id)).toEqual([german(GERMAN)]);
  });

  test('that a moderator removes leaves nothing to look at', async () => {
    const bot = await listed();
    await translate(bot, GERMAN);
    await removeTranslation(services, { botId: bot.id }, 'de');
    expect(await editsOf(bot.id)).toEqual([]);
  });
});
