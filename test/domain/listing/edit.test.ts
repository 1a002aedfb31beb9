import { expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { ConflictError, InvalidListingError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { editListing } from '../../../src/domain/listing/edit.ts';
import { listMoves } from '../../../src/domain/listing/moves.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { resubmitListing } from '../../../src/domain/moderation/decide.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { byName, LINKS } from '../../../src/terms/listing-fields.ts';
import { given, putInState } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { INPUT } from '../../kit/listing-input.ts';
import { present } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startService());

async function listed(state: ListingState = 'pending') {
  const { id: botId, ownerId: userId } = await given(at(services, NOON)).listing().submitted();
  await putInState(services, botId, state);
  return { botId, userId };
}

/** Rights are checked before: see `test/schema/roots.test.ts`. */
const EDITOR = newUserId();

const find = (botId: string) => findListing(services, botId);

test.each(['pending', 'approved', 'rejected', 'suspended'] satisfies ListingState[])(
  'an edit of a listing that is %s changes what it names and nothing else',
  async (state) => {
    const { botId } = await listed(state);
    const before = await find(botId);
    const later = after(NOON, 5000);
    const name = present(before).name.toUpperCase();
    const fields = { name: ` ${name} `, tags: ['art'], prefix: null };
    await editListing(at(services, later), { botId, userId: EDITOR, revision: 1, fields });
    const changes = { name, tags: ['art'], prefix: null, revision: 2, updatedAt: later };
    expect(await find(botId)).toEqual({ ...before, ...changes });
  },
);

test('every field can be changed', async () => {
  const { botId } = await listed();
  const fields = {
    name: 'Harmony',
    shortDescription: 'Sings in voice channels, with many voices.',
    longDescription: '',
    tags: ['art'],
    languages: ['ja'],
    textLanguage: 'ja',
    inviteScopes: ['applications.commands'],
    invitePermissions: '0',
    prefix: '?',
    ...byName(LINKS, ({ name }) => `https://harmony.example/${name}`),
    sourceUrl: null,
    followsPlatform: true,
  };
  expect(Object.keys(fields).sort()).toEqual(Object.keys(INPUT).sort());
  await editListing(services, { botId, userId: EDITOR, revision: 1, fields });
  expect(await find(botId)).toMatchObject(fields);
});

test('a field that is emptied is as if it had been left out of a new listing', async () => {
  const { botId } = await listed();
  const fields = {
    longDescription: null,
    languages: null,
    inviteScopes: null,
    invitePermissions: null,
    websiteUrl: null,
  };
  await editListing(services, { botId, userId: EDITOR, revision: 1, fields });
  expect(await find(botId)).toMatchObject({
    longDescription: '',
    languages: [],
    inviteScopes: ['bot', 'applications.commands'],
    invitePermissions: '0',
    websiteUrl: null,
  });
});

test('an edit with a mistake names every problem and changes nothing', async () => {
  const { botId } = await listed();
  const before = await find(botId);
  const fields = { name: 'Harmony', shortDescription: 'short', tags: [], websiteUrl: 'javascript:alert(1)' };
  const refusal = await editListing(services, { botId, userId: EDITOR, revision: 1, fields }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(InvalidListingError);
  const problems = (refusal as InvalidListingError).problems.map(({ field }) => field);
  expect(problems).toEqual(['shortDescription', 'tags', 'websiteUrl']);
  expect(await find(botId)).toEqual(before);
});

test.each([0, 1, 3, -1, 2_147_483_647])(
  'an edit based on revision %i of a listing at its second is told to reload, and changes nothing',
  async (revision) => {
    const { botId } = await listed();
    await editListing(services, { botId, userId: EDITOR, revision: 1, fields: { name: 'Harmony' } });
    const before = await find(botId);
    const edit = editListing(services, {
      botId,
      userId: EDITOR,
      revision,
      fields: { name: 'Discord' },
    });
    await expect(edit).rejects.toThrow(ConflictError);
    await expect(edit).rejects.toThrow('Reload it and make your changes again.');
    expect(await find(botId)).toEqual(before);
  },
);

test('of many edits based on one revision, one wins whole and the others are told', async () => {
  const { botId } = await listed();
  const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
  const results = await Promise.allSettled(
    names.map((name) =>
      editListing(services, {
        botId,
        userId: EDITOR,
        revision: 1,
        fields: { name, prefix: name.slice(-1) },
      }),
    ),
  );
  const winners = names.filter((_, index) => results[index]?.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConflictError);
  }
  const [name] = winners;
  expect(await find(botId)).toMatchObject({ name, prefix: name?.slice(-1), revision: 2 });
});

test('an edit based on what was there before the listing moved is told to reload', async () => {
  const { botId, userId } = await listed('rejected');
  await resubmitListing(services, botId, userId);
  const edit = editListing(services, {
    botId,
    userId: EDITOR,
    revision: 1,
    fields: { name: 'Harmony' },
  });
  await expect(edit).rejects.toThrow(ConflictError);
});

test('there is nothing to edit where no listing is, or none any more', async () => {
  const { botId, userId } = await listed();
  await removeListing(services, botId, userId);
  for (const missing of [botId, newBotId(), 'x', '\0']) {
    const edit = editListing(services, { botId: missing, userId: EDITOR, revision: 2, fields: {} });
    await expect(edit).rejects.toThrow(NotFoundError);
  }
});

test('a rejected listing is edited and submitted again', async () => {
  const { botId, userId } = await listed('rejected');
  await editListing(services, { botId, userId: EDITOR, revision: 1, fields: { name: 'Harmony' } });
  expect(await find(botId)).toMatchObject({ state: 'rejected' });
  await resubmitListing(services, botId, userId);
  expect(await find(botId)).toMatchObject({ state: 'pending', name: 'Harmony', revision: 3 });
  expect(await listMoves(services, botId)).toMatchObject([
    { toState: 'pending' },
    { fromState: 'rejected', toState: 'pending', userId },
  ]);
});

test.each(['pending', 'approved', 'suspended', 'removed'] satisfies ListingState[])(
  'a listing that is %s cannot be submitted again',
  async (state) => {
    const { botId, userId } = await listed(state);
    await expect(resubmitListing(services, botId, userId)).rejects.toThrow(ConflictError);
    expect(await listMoves(services, botId)).toHaveLength(1);
  },
);

test.each(['pending', 'approved', 'rejected', 'suspended'] satisfies ListingState[])(
  'a listing that is %s can be removed, once, and is found no more',
  async (state) => {
    const { botId, userId } = await listed(state);
    await removeListing(services, botId, userId);
    expect(await find(botId)).toBeUndefined();
    await expect(removeListing(services, botId, userId)).rejects.toThrow(ConflictError);
    expect(await listMoves(services, botId)).toMatchObject([
      { toState: 'pending' },
      { fromState: state, toState: 'removed', userId },
    ]);
  },
);
