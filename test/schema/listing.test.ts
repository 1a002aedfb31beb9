import { describe, expect, test } from 'vitest';
import { PLAIN_SELECTION } from '../../src/terms/listing-fields.ts';
import { MINIMUM, REFUSALS } from '../domain/listing-refusals.ts';
import { putInState } from '../kit/given.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { useService } from '../kit/use-service.ts';

const FIELDS = `botId ${PLAIN_SELECTION} longDescriptionHtml tags { slug label } inviteUrl state revision`;
const ERROR = '__typename ... on Error { code message }';
const PROBLEMS = `${ERROR} ... on InvalidListingError { problems { field message } }`;
const SUBMIT = `mutation ($id: ID!, $listing: ListingInput!) {
  result: submitListing(botId: $id, listing: $listing) {
    ... on Bot { ${FIELDS} } ${PROBLEMS} ... on RateLimitedError { retryAfter } } }`;
const EDIT = `mutation ($id: ID!, $revision: Int!, $listing: ListingInput!) {
  result: editListing(botId: $id, revision: $revision, listing: $listing) { ... on Bot { ${FIELDS} } ${PROBLEMS} } }`;
const RESUBMIT = `mutation ($id: ID!, $note: String) {
  result: resubmitListing(botId: $id, note: $note) { ... on Bot { state history { toState reason } } ${ERROR} }
}`;
const REMOVE = `mutation ($id: ID!) {
  result: removeListing(botId: $id) { ... on RemoveListingPayload { botId } ${ERROR} } }`;
const ADD = `mutation ($id: ID!, $user: ID!) { result: addCoOwner(botId: $id, userId: $user) {
  ... on OwnersPayload { owners { userId name isCoOwner } } ${ERROR} } }`;
const ACCEPT = `mutation ($id: ID!) { result: acceptCoOwnership(botId: $id) { __typename ${ERROR} } }`;
const INVITATIONS = '{ result: viewer { coOwnerInvitations { botId name } } }';
const LEAVE = ADD.replace('addCoOwner', 'removeCoOwner');

describe('A listing', () => {
  const subject = useService(3);

  /** Somebody who is signed in. */
  async function person() {
    const id = newUserId();
    const cookie = await subject.signIn(id);
    const ask = (query: string, variables: object) =>
      subject.graphql<Record<string, unknown>>(query, variables, cookie);
    return { id, ask };
  }

  async function submitted() {
    const owner = await person();
    const id = newBotId();
    const bot = await owner.ask(SUBMIT, { id, listing: INPUT });
    return { id, owner, bot };
  }

  const approve = (id: string) => putInState(subject.services, id, 'approved');

  test('is submitted with every field, and waits', async () => {
    const { id, bot } = await submitted();
    expect(bot).toEqual({
      ...INPUT,
      __typename: 'Bot',
      botId: id,
      longDescriptionHtml: '<h2>Melody</h2>\n<p>Streams what your members ask for.</p>\n',
      tags: [
        { slug: 'music', label: 'Music' },
        { slug: 'fun', label: 'Fun' },
      ],
      inviteUrl: `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot&permissions=3145728`,
      state: 'PENDING',
      revision: 1,
    });
  });

  test('is shown beforehand as its page will be; a text that no listing can have is refused', async () => {
    const { id } = await person();
    const cookie = await subject.signIn(id);
    const preview = (text: string) =>
      subject.service.graphql(
        'query ($text: String!) { markdownPreview(text: $text) }',
        { text },
        { cookie },
      );
    const { data } = await preview('# Melody\n<script>alert(1)</script>');
    expect(data?.markdownPreview).toBe('<h2>Melody</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
    expect((await preview('x'.repeat(20_000))).errors).toBeUndefined();
    expect(await preview('x'.repeat(20_001))).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_INPUT' }, message: expect.stringContaining('20000') }],
    });
  });

  test('with mistakes is refused with a sentence for each field', async () => {
    const { ask } = await person();
    const listing = { name: 'A', shortDescription: 'short', tags: [], supportUrl: 'http://a.example' };
    const problems = [
      { field: 'botId', message: "The bot's application id has 17 to 19 digits." },
      { field: 'shortDescription', message: 'The short description must be 30 to 150 characters long.' },
      { field: 'tags', message: 'Choose 1 to 5 categories.' },
      { field: 'supportUrl', message: 'The support link must be a web address that starts with https://.' },
    ];
    expect(await ask(SUBMIT, { id: '12', listing })).toEqual({
      __typename: 'InvalidListingError',
      code: 'INVALID_LISTING',
      message: problems[0]?.message,
      problems,
    });
  });

  const LISTS = ['tags', 'languages', 'inviteScopes'];
  /** Other values are refused by the types of the schema, before anybody looks at the listing. */
  const isOfItsType = ([field, value]: (typeof REFUSALS)[number]) =>
    value === undefined ||
    value === null ||
    (LISTS.includes(field)
      ? Array.isArray(value) && value.every((item) => typeof item === 'string')
      : typeof value === 'string' && field !== 'followsPlatform');
  test.each(REFUSALS.filter(isOfItsType))(
    'is refused in the sentence for %s: %j',
    async (field, value, message) => {
      const { ask } = await person();
      const listing = { ...MINIMUM, [field]: value };
      expect(await ask(SUBMIT, { id: newBotId(), listing })).toEqual({
        __typename: 'InvalidListingError',
        code: 'INVALID_LISTING',
        message,
        problems: [{ field, message }],
      });
    },
  );

  test('is submitted ten times a day by one user, mistakes not counted, and another is not held up', async () => {
    const [busy, other] = [await person(), await person()];
    const submit = (by = busy, listing: object = INPUT) => by.ask(SUBMIT, { id: newBotId(), listing });
    for (let round = 0; round < 10; round++) {
      expect(await submit(busy, {})).toMatchObject({ __typename: 'InvalidListingError' });
      expect(await submit()).toMatchObject({ __typename: 'Bot' });
    }
    expect(await submit()).toEqual({
      __typename: 'RateLimitedError',
      code: 'RATE_LIMITED',
      message: 'Rate limit exceeded.',
      retryAfter: expect.any(Number),
    });
    expect(await submit(other)).toMatchObject({ __typename: 'Bot' });
  });

  test('is edited by its revision, and an edit based on an older one is told so', async () => {
    const { id, owner } = await submitted();
    const edit = (revision: number, listing: object) => owner.ask(EDIT, { id, revision, listing });
    expect(await edit(1, { name: 'Harmony', prefix: null })).toMatchObject({
      ...INPUT,
      tags: [{ slug: 'music' }, { slug: 'fun' }],
      name: 'Harmony',
      prefix: null,
      revision: 2,
    });
    expect(await edit(2, { languages: ['ja', 'ja', 'ko'] })).toMatchObject({ languages: ['ja', 'ko'] });
    expect(await edit(3, { languages: null })).toMatchObject({ name: 'Harmony', languages: [] });
    expect(await edit(1, { name: 'Discord' })).toEqual({
      __typename: 'ConflictError',
      code: 'CONFLICT',
      message: 'This listing has changed since you opened it. Reload it and make your changes again.',
    });
    expect(await edit(4, { name: '' })).toMatchObject({
      __typename: 'InvalidListingError',
      problems: [{ field: 'name', message: 'The name must be 1 to 100 characters long.' }],
    });
  });

  test('is edited and submitted again by a co-owner, who cannot remove it, add others or remove them', async () => {
    const { id, owner } = await submitted();
    const [coOwner, third] = [await person(), await person()];
    expect(await owner.ask(ADD, { id, user: coOwner.id })).toMatchObject({
      owners: [
        { userId: owner.id, isCoOwner: false },
        { userId: coOwner.id, isCoOwner: true },
      ],
    });
    expect(await coOwner.ask(EDIT, { id, revision: 1, listing: {} })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await coOwner.ask(INVITATIONS, {})).toEqual({
      coOwnerInvitations: [{ botId: id, name: INPUT.name }],
    });
    expect(await coOwner.ask(ACCEPT, { id })).toMatchObject({ __typename: 'Bot' });
    expect(await coOwner.ask(INVITATIONS, {})).toEqual({ coOwnerInvitations: [] });
    await owner.ask(ADD, { id, user: third.id });
    expect(await coOwner.ask(EDIT, { id, revision: 1, listing: { name: 'Ours' } })).toMatchObject({
      name: 'Ours',
    });
    const forbidden = {
      __typename: 'ForbiddenError',
      code: 'FORBIDDEN',
      message: 'Only the owner of this listing can do this, not a co-owner.',
    };
    expect(await coOwner.ask(REMOVE, { id })).toEqual(forbidden);
    expect(await coOwner.ask(ADD, { id, user: newUserId() })).toEqual(forbidden);
    expect(await coOwner.ask(LEAVE, { id, user: third.id })).toEqual(forbidden);
    expect(await coOwner.ask(LEAVE, { id, user: owner.id })).toEqual(forbidden);
    await putInState(subject.services, id, 'rejected');
    expect(await coOwner.ask(RESUBMIT, { id, note: 'Works now' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await coOwner.ask(RESUBMIT, { id, note: 'x'.repeat(501) })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    const note = 'It responds to its commands again.';
    expect(await coOwner.ask(RESUBMIT, { id, note })).toMatchObject({
      state: 'PENDING',
      history: expect.arrayContaining([expect.objectContaining({ toState: 'PENDING', reason: note })]),
    });
  });

  test('is left by a co-owner, and by its owner never', async () => {
    const { id, owner } = await submitted();
    const coOwner = await person();
    await owner.ask(ADD, { id, user: coOwner.id });
    await coOwner.ask(ACCEPT, { id });
    expect(await coOwner.ask(LEAVE, { id, user: coOwner.id })).toMatchObject({
      owners: [{ userId: owner.id }],
    });
    expect(await coOwner.ask(EDIT, { id, revision: 1, listing: {} })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await owner.ask(LEAVE, { id, user: owner.id })).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'This user is not a co-owner of the listing.',
    });
  });

  test('is not managed by a user who declined the invitation', async () => {
    const { id, owner } = await submitted();
    const invited = await person();
    await owner.ask(ADD, { id, user: invited.id });
    expect(await invited.ask(LEAVE, { id, user: invited.id })).toMatchObject({
      owners: [{ userId: owner.id }],
    });
    expect(await invited.ask(ACCEPT, { id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await invited.ask(LEAVE, { id, user: invited.id })).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('is gone when it is removed: for its owner, for the public and for its token', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn(subject.ownerId);
    expect((await subject.ask('GET', bot, 'votes')).status).toBe(200);
    expect(await subject.graphql(REMOVE, { id: bot.id }, cookie)).toMatchObject({ botId: bot.id });
    expect((await subject.ask('GET', bot, 'votes')).status).toBe(401);
    const { data } = await subject.service.graphql(`{ bot(botId: "${bot.id}") { name } }`, {}, { cookie });
    expect(data).toEqual({ bot: null });
    expect(await subject.graphql(REMOVE, { id: bot.id }, cookie)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('shows its owners to everybody, and its history to them alone', async () => {
    const { id, owner } = await submitted();
    await approve(id);
    const query = `{ result: bot(botId: "${id}") {
      owners { name isCoOwner } history { fromState toState userId userName reason } } }`;
    const owners = [{ name: 'Tester', isCoOwner: false }];
    const first = { fromState: null, toState: 'PENDING', userId: owner.id, userName: 'Tester', reason: null };
    expect(await owner.ask(query, {})).toEqual({ owners, history: [first] });
    for (const cookie of [{}, { cookie: await subject.signIn() }]) {
      const { data } = await subject.service.graphql(query, {}, cookie as Record<string, string>);
      expect(data).toEqual({ result: { owners, history: null } });
    }
  });

  test('is under tags that everybody can read', async () => {
    const { data } = await subject.service.graphql('{ tags { slug label } }');
    expect(data?.tags.length).toBeGreaterThanOrEqual(25);
    expect(data?.tags).toContainEqual({ slug: 'music', label: 'Music' });
    for (const { slug } of data?.tags ?? []) expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('can name the languages that everybody can read', async () => {
    const { data } = await subject.service.graphql('{ languages }');
    expect(data?.languages.length).toBeGreaterThanOrEqual(20);
    expect(data?.languages).toEqual(expect.arrayContaining(['en', 'de', 'ja']));
    for (const code of data?.languages ?? []) expect(code).toMatch(/^[a-z]{2}$/);
  });
});
