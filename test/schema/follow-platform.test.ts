import { describe, expect, test } from 'vitest';
import { USER_BUDGETS } from '../../src/limits/budget.ts';
import { newBotId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { json, png, startPlatform } from '../kit/platform.ts';
import { forFile, startService } from '../kit/service.ts';

const RESULT = `__typename ... on Bot { name shortDescription followsPlatform avatarUrl revision }
  ... on InvalidListingError { problems { field message } }`;
const SUBMIT = `mutation ($id: ID!, $listing: ListingInput!) {
  result: submitListing(botId: $id, listing: $listing) { ${RESULT} } }`;
const EDIT = `mutation ($id: ID!, $revision: Int!, $listing: ListingInput!) {
  result: editListing(botId: $id, revision: $revision, listing: $listing) { ${RESULT} } }`;
const DESCRIPTION = 'Reads the clouds above your server.';
const REST = { tags: ['music'] };

const platform = await forFile(startPlatform());
const service = await forFile(startService(platform.environment));

/** An application that the platform knows by name, description and icon. */
function application(more: object = {}): string {
  const id = newBotId();
  platform.add(id, { name: 'Cloud Reader', description: DESCRIPTION, icon: 'a1', ...more }, png(16, 16));
  return id;
}

async function person() {
  const cookie = await service.signIn();
  const ask = async (query: string, variables: object) =>
    (await service.graphql(query, variables, { cookie })).data?.result;
  return {
    submit: (id: string, listing: object) => ask(SUBMIT, { id, listing }),
    edit: (id: string, revision: number, listing: object) => ask(EDIT, { id, revision, listing }),
  };
}

const askedFor = (id: string) => platform.asked.filter((path) => path.includes(id));
const pictureOf = (id: string) => expect.stringContaining(`/bot/${id}/avatar?v=`);
const noPicture = (id: string) => `/bot/${id}/avatar`;

describe('A submission', () => {
  const submit = async (id: string, listing: object) => (await person()).submit(id, listing);

  test.each([
    ['left out', {}],
    ['null', { name: null, shortDescription: null }],
    ['empty', { name: '', shortDescription: '' }],
  ])(
    'whose name and short description are %s has the platform’s, with the picture, and follows it',
    async (_, fields) => {
      const id = application();
      expect(await submit(id, { ...REST, ...fields })).toEqual({
        __typename: 'Bot',
        name: 'Cloud Reader',
        shortDescription: DESCRIPTION,
        followsPlatform: true,
        avatarUrl: pictureOf(id),
        revision: 1,
      });
    },
  );

  test('with a name of its own keeps it and goes its own way, also with the platform’s description', async () => {
    const id = application();
    expect(await submit(id, { ...REST, name: 'Melody' })).toMatchObject({
      name: 'Melody',
      shortDescription: DESCRIPTION,
      followsPlatform: false,
      avatarUrl: noPicture(id),
    });
  });

  test('that does not want to follow takes the name once, and no picture', async () => {
    const id = application();
    expect(await submit(id, { ...REST, followsPlatform: false })).toMatchObject({
      name: 'Cloud Reader',
      followsPlatform: false,
      avatarUrl: noPicture(id),
    });
    expect(askedFor(id)).toEqual([`/applications/${id}`]);
  });

  test('that wants to follow has the platform’s name, whatever it says', async () => {
    const id = application();
    expect(await submit(id, { ...INPUT, followsPlatform: true })).toMatchObject({
      name: 'Cloud Reader',
      shortDescription: INPUT.shortDescription,
      followsPlatform: true,
      avatarUrl: pictureOf(id),
    });
  });

  test('that leaves nothing out asks the platform nothing', async () => {
    const id = application();
    expect(await submit(id, INPUT)).toMatchObject({ name: INPUT.name, followsPlatform: false });
    expect(askedFor(id)).toEqual([]);
  });

  test('is refused where the platform does not answer, with a sentence for what is left out', async () => {
    const id = application();
    platform.answers.set(`/applications/${id}`, json({}, 503));
    expect(await submit(id, REST)).toEqual({
      __typename: 'InvalidListingError',
      problems: [
        { field: 'name', message: 'The name is required.' },
        { field: 'shortDescription', message: 'The short description is required.' },
      ],
    });
  });

  test('takes over nothing that a listing cannot have', async () => {
    const id = application({ name: 'Cloud\u202eReader', description: 'Short.' });
    const { problems } = await submit(id, REST);
    expect(problems.map(({ field }: { field: string }) => field)).toEqual(['name', 'shortDescription']);
  });

  test('is taken without a picture where that is none', async () => {
    const id = application();
    platform.answers.set(`/icons/${id}/a1.png`, (response) => response.end('<svg/>'));
    expect(await submit(id, REST)).toMatchObject({ followsPlatform: true, avatarUrl: noPicture(id) });
  });

  test('is taken without a picture that does not come soon', async () => {
    const id = application();
    platform.answers.set(`/icons/${id}/a1.png`, () => {});
    expect(await submit(id, REST)).toMatchObject({ followsPlatform: true, avatarUrl: noPicture(id) });
    expect(askedFor(id)).toContain(`/icons/${id}/a1.png`);
  });

  test('makes the service ask the platform only as often as a form may', async () => {
    const { submit } = await person();
    const id = application();
    const { max } = USER_BUDGETS.lookUp;
    for (let count = 0; count < max; count++)
      expect(await submit(id, {})).toMatchObject({ __typename: 'InvalidListingError' });
    expect(await submit(id, {})).toEqual({ __typename: 'RateLimitedError' });
    expect(askedFor(id)).toHaveLength(max);
  });
});

describe('A listing that follows the platform', () => {
  async function listed() {
    const id = application();
    const { submit, edit } = await person();
    await submit(id, REST);
    return { id, edit: (revision: number, listing: object) => edit(id, revision, listing) };
  }

  test('ends it when its owner writes another name, and keeps that', async () => {
    const { edit } = await listed();
    expect(await edit(1, { name: 'Melody' })).toMatchObject({ name: 'Melody', followsPlatform: false });
    expect(await edit(2, { prefix: '?' })).toMatchObject({ name: 'Melody', followsPlatform: false });
  });

  test.each([{ prefix: '?' }, { name: ' Cloud  Reader ' }, { followsPlatform: null }])(
    'goes on with it after the edit %o',
    async (listing) => {
      const { edit } = await listed();
      expect(await edit(1, listing)).toMatchObject({ name: 'Cloud Reader', followsPlatform: true });
    },
  );

  test('goes on with it when the edit says so: then the name is the platform’s to say', async () => {
    const { edit } = await listed();
    expect(await edit(1, { name: 'Melody', followsPlatform: true })).toMatchObject({
      name: 'Cloud Reader',
      followsPlatform: true,
    });
  });

  test('ends it when its owner says so, and begins again at once with the name and icon of that time', async () => {
    const { id, edit } = await listed();
    const own = await edit(1, { followsPlatform: false });
    expect(own).toMatchObject({ name: 'Cloud Reader', followsPlatform: false });
    platform.add(id, { name: 'Sky Reader', icon: 'b2' }, png(32, 32));
    const again = await edit(2, { followsPlatform: true });
    expect(again).toMatchObject({ name: 'Sky Reader', followsPlatform: true, avatarUrl: pictureOf(id) });
    expect(again.avatarUrl).not.toBe(own.avatarUrl);
  });

  test('is edited while the platform is away', async () => {
    const { id, edit } = await listed();
    platform.answers.set(`/applications/${id}`, json({}, 503));
    await edit(1, { name: 'Melody' });
    expect(await edit(2, { followsPlatform: true })).toMatchObject({
      name: 'Melody',
      followsPlatform: true,
      revision: 3,
    });
  });
});
