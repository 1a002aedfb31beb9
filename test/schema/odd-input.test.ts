import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIRECTORY_ORDERS } from '../../src/terms/directory-orders.ts';
import { newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';
import { visit } from '../web/page.ts';

const ODD = [
  '',
  ' ',
  '\0',
  'a\0b',
  `12345678901234567${'\0'}`,
  '123456789012345678\n',
  '\ud800',
  '😀'.repeat(9),
  '1'.repeat(10_000),
  "'; drop table bots; --",
  '../../etc/passwd',
  '__proto__',
  'null',
];

/** Root fields that take an id or text, with that argument as `$odd`. */
const TEXTS = [
  'query ($odd: ID!) { result: bot(botId: $odd) { name } }',
  'query ($odd: ID!) { result: node(id: $odd) { id } }',
  'query ($odd: ID!) { result: widget(botId: $odd) { __typename } }',
  'query ($odd: String) { result: bots(after: $odd) { edges { cursor } } }',
  'query ($odd: String) { result: bots(search: $odd, order: VOTES) { edges { cursor } } }',
  'query ($odd: String) { result: bots(search: $odd, order: RELEVANCE) { edges { cursor } } }',
  'query ($odd: String) { result: bots(tag: $odd) { edges { cursor } } }',
  'query ($odd: String) { result: bots(tag: $odd, search: "a", order: RELEVANCE) { edges { cursor } } }',
  'query ($odd: String) { result: bots(last: 1, before: $odd) { edges { cursor } } }',
  'mutation ($odd: ID!) { result: castVote(botId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: generateToken(botId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: removeWebhook(botId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: sendTestWebhook(botId: $odd) { __typename } }',
  'mutation ($odd: String!) { result: setWebhook(botId: "$own", url: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: resendDelivery(botId: "$own", deliveryId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: addCoOwner(botId: "$own", userId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: addCoOwner(botId: $odd, userId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: removeCoOwner(botId: "$own", userId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: removeListing(botId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: resubmitListing(botId: $odd) { __typename } }',
  'mutation ($odd: ID!) { result: submitListing(botId: $odd, listing: {}) { __typename } }',
  `mutation ($odd: String) { result: editListing(botId: "$own", revision: 1, listing: {
    name: $odd, shortDescription: $odd, longDescription: $odd, prefix: $odd, websiteUrl: $odd, invitePermissions: $odd }) { __typename } }`,
  'mutation ($odd: DateTime!) { result: resendFailedDeliveries(botId: "$own", since: $odd) { __typename } }',
];

const URLS = ['https://8.8.8.8/\0', 'https://8.8.8.8/\ud800', 'https://8.8.8.8/\n', ' https://8.8.8.8/'];
const TIMES = [
  '-000001-01-01T00:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
];

describe('Hostile input is refused or not found, and is no fault of the service', () => {
  const subject = useService(2);
  const expectNoFault = async (query: string, odd: string) => {
    const { id } = own();
    const cookie = await subject.signIn(subject.ownerId);
    const answer = await subject.service.graphql(query.replace('$own', id), { odd }, { cookie });
    expect(answer.errors?.map(({ extensions }) => extensions?.code) ?? []).not.toContain(
      'INTERNAL_SERVER_ERROR',
    );
    expect(answer.errors?.map(({ message }) => message).join() ?? '').not.toContain('Something broke');
  };
  let bot: ReturnType<typeof subject.bot> | undefined;
  const own = () => {
    bot ??= subject.bot();
    return bot;
  };

  test.each(TEXTS)('%s', async (query) => {
    for (const odd of ODD) await expectNoFault(query, odd);
  });

  test.each(URLS)('the webhook URL %j', async (url) => {
    await expectNoFault(
      'mutation ($odd: String!) { result: setWebhook(botId: "$own", url: $odd) { __typename } }',
      url,
    );
  });

  test('any search, tag and cursor of the directory', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const key = fc.oneof(
      fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map(String),
      fc.constantFrom(
        '-Infinity',
        '-999999999999',
        '999999999999',
        '-1',
        '-0.5',
        '0.123456',
        'Infinity',
        'NaN',
      ),
    );
    const order = fc.constantFrom(...DIRECTORY_ORDERS.map(({ name }) => name.toUpperCase()), 'RELEVANCE');
    const query = `query ($search: String, $tag: String, $order: DirectoryOrder, $after: String) {
      bots(search: $search, tag: $tag, order: $order, after: $after) { edges { cursor } } }`;
    await fc.assert(
      fc.asyncProperty(
        fc.option(text),
        fc.option(text),
        order,
        fc.option(key),
        async (search, tag, by, place) => {
          const cursor = `${by.toLowerCase()} ${place} 123456789012345678`;
          const after = place === null ? null : Buffer.from(cursor).toString('base64url');
          const { errors = [] } = await subject.service.graphql(query, { search, tag, order: by, after });
          expect(errors.filter(({ extensions }) => extensions?.code !== 'INVALID_INPUT')).toEqual([]);
        },
      ),
      {
        numRuns: 200,
        examples: [
          ['a\0b', null, 'RELEVANCE', null],
          // No bot has the word, but some tags are near it.
          ['cron', null, 'VOTES', null],
          [null, '\0', 'NEWEST', null],
          [null, null, 'NEWEST', '-999999999999'],
          [null, null, 'ACTIVE', '-999999999999'],
          [null, null, 'ACTIVE', '-Infinity'],
        ],
      },
    );
  });

  test.each(TIMES)('the time %s', async (time) => {
    await expectNoFault(
      'mutation ($odd: DateTime!) { result: resendFailedDeliveries(botId: "$own", since: $odd) { __typename } }',
      time,
    );
  });

  test.each(['\0', 'A\0da', '\ud800', '😀'.repeat(40), 'x'.repeat(5000)])(
    'the name %j at sign-in',
    async (name) => {
      const form = { id: newUserId(), name, return: '/' };
      const { status } = await visit(subject.service, '/sign-in', { form });
      expect([303, 400]).toContain(status);
    },
  );

  test.each(['%00', '%ZZ', '123456789012345678%00', '%F0%9F%98%80'])('the path /bot/%s', async (id) => {
    const answer = await visit(subject.service, `/bot/${id}`);
    expect([400, 404]).toContain(answer.status);
  });
});
