import { randomUUID } from 'node:crypto';
import { type GraphQLField, getNamedType, isEnumType, isLeafType, isUnionType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';

const STATES = ['pending', 'rejected', 'suspended', 'removed'] as const;
/** The one exception, below: an id that is taken cannot be submitted. */
const SUBMIT = 'submitListing';

/** Values that are valid, so that nothing but the id decides. */
const ARGUMENTS: Record<string, string> = {
  userId: `"${newUserId()}"`,
  deliveryId: `"${randomUUID()}"`,
  reportIds: `["${randomUUID()}"]`,
  since: '"2026-01-01T00:00:00.000Z"',
  url: '"https://8.8.8.8/"',
  image: '""',
  text: '"It sends advertisements."',
  reason: '"It sends advertisements."',
  revision: '1',
  listing: '{}',
};

/** Every root field that is about a bot, whichever are added to the schema. */
const documents = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
  ['subscription', schema.getSubscriptionType()],
].flatMap(([kind, type]) =>
  Object.values((typeof type === 'object' && type?.getFields()) || {})
    .filter(({ name, args }) => name !== SUBMIT && args.some((arg) => arg.name === 'botId'))
    .map((field) => [
      field.name,
      `${kind} { result: ${field.name}(${argumentsOf(field)}) ${selectionOf(field)} }`,
    ]),
) as [string, string][];

function argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
  return args
    .map(({ name, type }) => {
      const named = getNamedType(type);
      if (name === 'botId') return 'botId: "$id"';
      if (ARGUMENTS[name] !== undefined) return `${name}: ${ARGUMENTS[name]}`;
      return isEnumType(named) ? `${name}: ${named.getValues()[0]?.name}` : '';
    })
    .join(' ');
}

function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  return isUnionType(named) ? '{ __typename ... on Error { code message } }' : '{ __typename }';
}

const PAGES = [
  '/bot/$id',
  '/bot/$id/vote',
  '/bot/$id/report',
  '/bot/$id/edit',
  '/bot/$id/avatar',
  '/widget/$id',
  '/widget/$id.svg',
  '/api/v1/bots/$id/votes',
];

describe('A listing that is not public is to strangers as if it had never been listed', () => {
  const subject = useService(STATES.length + 2);
  const ids: { id: string; state: string }[] = [];
  const setUp = async () => {
    if (ids.length > 0) return;
    for (const state of STATES) {
      const { id } = subject.bot();
      await putInState(subject.services, id, state);
      ids.push({ id, state });
    }
  };
  let token = '';
  let cookie = '';
  const viewers: Record<string, () => Promise<Record<string, string>>> = {
    nobody: async () => ({}),
    'another user': async () => {
      cookie ||= await subject.signIn();
      return { cookie };
    },
    'another bot': async () => {
      token ||= subject.bot().token;
      return { authorization: token };
    },
  };
  const unlisted = newUserId();
  const expectTheSame = async (ask: (id: string) => Promise<string>) => {
    await setUp();
    const shown = async (id: string) => (await ask(id)).replaceAll(id, 'ID');
    const [asUnlisted, ...answers] = await Promise.all([unlisted, ...ids.map(({ id }) => id)].map(shown));
    expect(asUnlisted).not.toBe('');
    for (const [index, { state }] of ids.entries()) expect(answers[index], state).toBe(asUnlisted);
  };

  test.each(documents)('for %s: %s', async (_, document) => {
    for (const headersOf of Object.values(viewers)) {
      await expectTheSame(async (id) => {
        const response = await fetch(`${subject.service.url}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: document.startsWith('subscription') ? 'text/event-stream' : 'application/json',
            ...(await headersOf()),
          },
          body: JSON.stringify({ query: document.replace('$id', id) }),
        });
        return `${response.status} ${await response.text()}`;
      });
    }
  });

  test('for `node`', async () => {
    for (const headersOf of Object.values(viewers)) {
      await expectTheSame(async (id) =>
        JSON.stringify(
          await subject.service.graphql(`{ node(id: "Bot:${id}") { id } }`, {}, await headersOf()),
        ),
      );
    }
  });

  test.each(PAGES)('for %s', async (path) => {
    for (const headersOf of Object.values(viewers)) {
      await expectTheSame(async (id) => {
        const address = `${subject.service.url}${path.replace('$id', id)}`;
        const response = await fetch(address, { headers: await headersOf(), redirect: 'manual' });
        return `${response.status} ${response.headers.get('location')} ${await response.text()}`;
      });
    }
  });

  test('except for its submission: it is refused like that of a public listing, where the id is taken', async () => {
    await setUp();
    const listing = {
      name: 'Somebody else',
      shortDescription: 'A bot that somebody else says is theirs, too.',
      tags: ['music'],
    };
    const submit = async (id: string) => {
      const query = `mutation ($id: ID!, $listing: ListingInput!) { result: ${SUBMIT}(botId: $id, listing: $listing) {
        __typename ... on InvalidListingError { code message problems { field message } } } }`;
      const cookie = await subject.signIn();
      return JSON.stringify(await subject.service.graphql(query, { id, listing }, { cookie }));
    };
    const { id: approved } = subject.bot();
    const taken = await submit(approved);
    expect(taken).toContain('This bot is already listed.');
    const outcomes = [];
    for (const { id, state } of ids) outcomes.push([state, await submit(id)]);
    const free = await submit(unlisted);
    expect(free).toContain('"Bot"');
    expect(outcomes).toEqual([
      ['pending', taken],
      ['rejected', free],
      ['suspended', taken],
      ['removed', free],
    ]);
  });
});
