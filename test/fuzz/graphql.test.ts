import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Seeded } from '../../src/seed/seed.ts';
import { forFile, startService } from '../kit/service.ts';
import { assertInTime, Tally } from './budget.ts';
import { Maker, type Operation } from './documents.ts';

const MAX_ERROR_ANSWER = 4 * 1024;
const MAX_ANSWER = 1024 * 1024;
/** Budgets are drawn on, tokens replaced, listings removed: others take their places after so many cases. */
const CASES_PER_CAST = 200;

const service = await forFile(startService({ ANONYMOUS_OPERATIONS_PER_MINUTE: '0' }));

interface Cast {
  readonly ids: readonly string[];
  readonly headers: Readonly<Record<string, Record<string, string>>>;
}
let cast: Cast | undefined;
let cases = 0;
async function theCast(): Promise<Cast> {
  if (cast && cases++ % CASES_PER_CAST !== 0) return cast;
  const [mine, others]: Seeded[] = [await service.seed({ bots: 2 }), await service.seed({ bots: 1 })];
  const ids = [...(mine?.bots ?? []), ...(others?.bots ?? [])].map(({ id }) => id);
  cast = {
    ids: [
      ...ids,
      ...ids.map((id) => `Bot:${id}`),
      mine?.ownerId ?? '',
      '018f5a2e-0000-7000-8000-000000000000',
    ],
    headers: {
      stranger: {},
      user: { cookie: await service.signIn(mine?.ownerId ?? '') },
      bot: { authorization: mine?.bots[0]?.token ?? '' },
    },
  };
  return cast;
}

type Way = 'json' | 'address' | 'form' | 'text';
const way = fc.constantFrom<Way>('json', 'json', 'json', 'address', 'form', 'text');
const viewer = fc.constantFrom('stranger', 'user', 'bot');
const accept = fc.constantFrom('application/json', 'application/graphql-response+json', '*/*');
const choices = fc.array(fc.nat(5039), { minLength: 10, maxLength: 150, size: 'max' });

async function send(by: Way, { query, variables }: Operation, headers: Record<string, string>) {
  const form = () => new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
  switch (by) {
    case 'json':
      return post(JSON.stringify({ query, variables }), 'application/json', headers);
    case 'text':
      return post(query, 'application/graphql', headers);
    case 'form':
      return post(form(), 'application/x-www-form-urlencoded', headers);
    case 'address':
      return fetch(`${service.url}/graphql?${form()}`, { headers });
  }
}

const post = (body: string, type: string, headers: Record<string, string>) =>
  fetch(`${service.url}/graphql`, { method: 'POST', headers: { ...headers, 'content-type': type }, body });

/** What holds for every answer; the outcome in a word, to be counted. */
async function outcomeOf(response: Response): Promise<string> {
  const { status } = response;
  expect(status).toBeLessThan(500);
  // An owner's live deliveries: they go on for minutes.
  if (status === 200 && response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel();
    return 'stream';
  }
  const text = await response.text();
  // A stream that JSON cannot carry, or no media type that is known.
  if ([406, 415].includes(status)) return String(status);
  // Of GET: the address is too long for the server.
  if (status === 431) return '431';
  expect(text.length).toBeLessThanOrEqual(MAX_ANSWER);
  const { data, errors, ...rest } = JSON.parse(text);
  expect(rest).toEqual({});
  if (!data) expect(text.length).toBeLessThanOrEqual(MAX_ERROR_ANSWER);
  if (!errors) return 'data';
  const told = JSON.stringify(errors);
  expect(told).not.toMatch(/INTERNAL_SERVER_ERROR|Something broke|Unexpected error/);
  expect(told).not.toMatch(
    /select .* from |insert into |update .* set |postgres|drizzle|node_modules|\.ts:\d|\bat .+:\d+:\d+/i,
  );
  return data ? 'data and errors' : (errors[0].extensions?.code ?? 'refused');
}

/** Refused though they fit the schema: for what they would cost, or as a subscription to nothing. */
const REFUSED = /complexity|breadth|depth|at most 10 mutations|too often|2000 tokens|@skip or @include/;

test('operations that fit the schema are run, or refused for what they would cost', async () => {
  const tally = new Tally();
  await assertInTime(
    fc.asyncProperty(choices, viewer, way, async (numbers, as, by) => {
      const { ids, headers } = await theCast();
      const operation = new Maker(numbers, ids, 0).operation();
      const response = await send(by, operation, { accept: 'application/json', ...headers[as] });
      const copy = response.clone();
      const outcome = await outcomeOf(response);
      tally.add(`${as} ${outcome}`);
      const hasVariables = Object.keys(operation.variables).length > 0;
      // These send no variables; mutations are refused in addresses.
      if ((by === 'text' && hasVariables) || copy.status === 405 || outcome === '431' || outcome === '406')
        return;
      if (outcome === 'data' || outcome === 'data and errors') return;
      const { errors } = (await copy.json()) as { errors: { message: string; path?: unknown }[] };
      for (const { message, path } of errors) if (!path) expect(message).toMatch(REFUSED);
    }),
    0.5,
  );
  tally.print('GraphQL that fits');
  expect(tally.of('stranger data') + tally.of('stranger data and errors')).toBeGreaterThan(0);
});

test('operations that nearly fit the schema are refused as short as they are wrong', async () => {
  const tally = new Tally();
  const mistakes = fc.constantFrom(4, 8, 20);
  const spoilt = fc.record({
    at: fc.nat(),
    length: fc.nat(3),
    by: fc.constantFrom('', '{', '}', '(', '"', '$', '@', '...', '&', '\0', '#', '🦊'),
  });
  const spoil = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: spoilt });
  await assertInTime(
    fc.asyncProperty(
      choices,
      mistakes,
      spoil,
      viewer,
      way,
      accept,
      async (numbers, often, wrongly, as, by, type) => {
        const { ids, headers } = await theCast();
        const { query, variables } = new Maker(numbers, ids, often).operation();
        const at = wrongly ? wrongly.at % query.length : 0;
        const wrong = wrongly ? query.slice(0, at) + wrongly.by + query.slice(at + wrongly.length) : query;
        const answer = await send(by, { query: wrong, variables }, { accept: type, ...headers[as] });
        tally.add(`${as} ${await outcomeOf(answer)}`);
      },
    ),
    0.3,
  );
  tally.print('GraphQL that nearly fits');
  expect(tally.of('stranger GRAPHQL_VALIDATION_FAILED')).toBeGreaterThan(0);
});

const TOKENS =
  '{ } ( ) [ ] : ! $ @ & | = ... " """ # , 0 -1 1.5e9 query mutation fragment on bot bots node __typename __schema'.split(
    ' ',
  );
const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...TOKENS), { maxLength: 200 }).map((tokens) => tokens.join(' ')),
  fc.tuple(fc.constantFrom(...TOKENS), fc.nat(3000)).map(([token, count]) => `${token} `.repeat(count)),
);
const params = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        query: fc.oneof(garbage, fc.jsonValue()),
        variables: fc.jsonValue({ maxDepth: 12 }),
        operationName: fc.oneof(garbage, fc.jsonValue()),
        extensions: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body)),
);
const TYPES = [
  'application/json',
  'application/graphql+json',
  'application/graphql',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json; charset=utf-16',
];

test('garbage is refused, in whatever way it comes', async () => {
  const tally = new Tally();
  await assertInTime(
    fc.asyncProperty(
      fc.oneof(garbage, params),
      fc.constantFrom(...TYPES),
      viewer,
      accept,
      async (body, type, as, media) => {
        const { headers } = await theCast();
        const response = await post(body, type, { accept: media, ...headers[as] });
        expect([200, 400, 405, 406, 413, 415]).toContain(response.status);
        tally.add(`${type.split(';')[0]} ${await outcomeOf(response)}`);
      },
    ),
    0.2,
  );
  tally.print('Garbage for GraphQL');
});
