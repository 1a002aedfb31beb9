import { describe, expect, test } from 'vitest';
import { first } from '../../kit/present.ts';
import { useService } from '../../kit/use-service.ts';

const KIB = 1024;
/** What is answered to an operation that cannot run, in bytes. */
const MAX_ANSWER = 4 * KIB;
/** For the client and the service together, on a busy machine; the bombs took seconds. */
const MAX_CPU_MS = 200;

const json = { 'content-type': 'application/json' };
const post = (operation: object): Attack => ({ body: JSON.stringify(operation), headers: json });
const repeat = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join(' ');
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const SUBMIT = 'mutation ($l: ListingInput!) { submitListing(botId: "1", listing: $l) { __typename } }';
const STATS = 'mutation ($r: JSON) { reportStats(botId: "1", report: $r) { __typename } }';
const PAGE = 'query ($n: Int) { bots(first: $n) { edges { cursor } } }';
const CLOSE = `mutation ($r: [ID!]!) { closeReports(botId: "1", reportIds: $r, outcome: ACTED) { __typename } }`;

interface Attack {
  readonly body?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string>;
}

/** As large as a stranger's request may be, or a little smaller where something else bounds it before. */
const ATTACKS: Record<string, Attack> = {
  'unknown keys of an input object': post({ query: SUBMIT, variables: { l: keys(5000) } }),
  'as many of them as a stranger may send': post({ query: SUBMIT, variables: { l: keys(999) } }),
  'one key as long as the body': post({ query: SUBMIT, variables: { l: { ['k'.repeat(60 * KIB)]: 1 } } }),
  'one string as long as the body': post({ query: SUBMIT, variables: { l: 'x'.repeat(60 * KIB) } }),
  'a long string where a number is due': post({
    query: PAGE,
    variables: { n: 'x'.repeat(60 * KIB) },
  }),
  'a long list of what is no id': post({
    query: CLOSE,
    variables: { r: Array(900).fill({ a: 'x'.repeat(50) }) },
  }),
  'variables that no operation has': post({ query: '{ health { ok } }', variables: keys(5000) }),
  'a list nested 30 000 times': {
    body: `{"query":${JSON.stringify(STATS)},"variables":{"r":${nested(30_000)}}}`,
    headers: json,
  },
  'extensions nested 30 000 times': {
    body: `{"query":"{ nothing }","extensions":{"r":${nested(30_000)}}}`,
    headers: json,
  },
  'a body nested 32 000 times': { body: nested(32_000), headers: json },
  'many operations in a list': { body: `[${repeat(3000, () => '{"query":"{a}"},')}{}]`, headers: json },
  'a long unknown parameter': post({ query: '{ nothing }', ['p'.repeat(60 * KIB)]: 1 }),
  'a long name of an operation': post({ query: '{ health { ok } }', operationName: 'x'.repeat(60 * KIB) }),
  'a document that is too long': post({ query: `{ ${'x'.repeat(60 * KIB)} }` }),
  'a field with a long name': post({ query: `{ ${'x'.repeat(30 * KIB)} }` }),
  'a hundred fields with long names': post({ query: `{ ${repeat(100, (i) => `f${i}${'x'.repeat(300)}`)} }` }),
  'fields that nearly exist': post({ query: `{ ${repeat(990, (i) => `health${i}`)} }` }),
  'a type with a long name': post({ query: `query ($a: ${'T'.repeat(30 * KIB)}) { nothing(a: $a) }` }),
  'a long string in the document': post({
    query: `{ bots(first: "${'x'.repeat(30 * KIB)}") { edges { cursor } } }`,
  }),
  'a long block string': post({
    query: `{ bots(first: """${'\n  x'.repeat(6000)}""") { edges { cursor } } }`,
  }),
  'a long number': post({ query: `{ bots(first: ${'9'.repeat(30 * KIB)}) { edges { cursor } } }` }),
  'the same field': post({ query: `{ health { ${'ok '.repeat(1900)}} nothing }` }),
  'the same field with arguments': post({ query: `{ ${'bot(botId:"1"){name} '.repeat(190)} nothing }` }),
  'fields in conflict': post({
    query: `{ health { ${repeat(600, (i) => `a: ${i % 2 ? 'ok' : 'database'}`)} } }`,
  }),
  'nested fields in conflict': post({
    query: `{ ${repeat(30, () => {
      const fields = repeat(5, (i) => `a: ${i % 2 ? 'name' : 'botId'}`);
      return `bots { edges { node { ${fields} } } }`;
    })} }`,
  }),
  'unknown arguments': post({ query: `{ bots(${repeat(600, (i) => `a${i}: 1`)}) { edges { cursor } } }` }),
  'unknown keys in the document': post({
    query: `mutation { submitListing(botId: "1", listing: { ${repeat(600, (i) => `a${i}: 1`)} }) { __typename } }`,
  }),
  'a list nested in the document': post({
    query: `{ bots(first: ${'['.repeat(900)}1${']'.repeat(900)}) { edges { cursor } } }`,
  }),
  'an object nested in the document': post({
    query: `{ bots(first: ${'{ a: '.repeat(480)}1${'}'.repeat(480)}) { edges { cursor } } }`,
  }),
  'unknown directives': post({ query: `{ health ${'@x '.repeat(900)}{ ok } }` }),
  'the same directive': post({ query: `{ health ${'@skip(if: true) '.repeat(300)}{ ok } }` }),
  'unused variables': post({ query: `query (${repeat(450, (i) => `$v${i}: Int`)}) { health { ok } }` }),
  'undefined variables': post({ query: `{ ${repeat(200, (i) => `a${i}: bot(botId: $v${i}) { name }`)} }` }),
  'fragments in a circle': post({
    query: `{ ...A0 } ${repeat(200, (i) => `fragment A${i} on Query { ...A${(i + 1) % 200} }`)}`,
  }),
  'fragments that all have all': post({
    query: `{ ...A0 } ${repeat(30, (i) => `fragment A${i} on Query { ${repeat(25, (j) => `...A${j}`)} }`)}`,
  }),
  'fragments that double': post({
    query: `{ ...A0 }
      ${repeat(140, (i) => `fragment A${i} on Query { ...A${i + 1} ...A${i + 1} }`)}
      fragment A140 on Query { nothing }`,
  }),
  'fragments that answer the same': post({
    query: `{ ${repeat(60, (i) => `...A${i}`)} }
      ${repeat(60, (i) => `fragment A${i} on Query { health { ${'ok '.repeat(20)}} }`)}`,
  }),
  'many operations in a document': post({ query: repeat(300, () => 'query Q { health { ok } }') }),
  'a deep document': post({ query: `${'{ user '.repeat(900)}${'}'.repeat(900)}` }),
  'the largest body as text': {
    body: '{'.repeat(64 * KIB),
    headers: { 'content-type': 'application/graphql' },
  },
  'the largest body as a form': {
    body: `query=${'x'.repeat(60 * KIB)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'variables in a form': {
    body: new URLSearchParams({ query: SUBMIT, variables: JSON.stringify({ l: keys(2000) }) }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'a long body that is no JSON': { body: 'x'.repeat(60 * KIB), headers: json },
  'variables in a form that are not JSON': {
    body: 'query={nothing}&variables={',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'variables in the address': {
    query: { query: PAGE, variables: JSON.stringify({ n: Array(1100).fill(1) }) },
  },
  'a long string in the address': {
    query: {
      query: PAGE,
      variables: `{"n":"${'x'.repeat(12_000)}"}`,
    },
  },
  'variables in the address that are not JSON': { query: { query: '{ health { ok } }', variables: '{' } },
  'extensions in the address that are not JSON': { query: { query: '{ health { ok } }', extensions: '{' } },
  'no operation of that name': post({ query: 'query A { health { ok } }', operationName: 'B' }),
};

describe('A request that cannot run is refused soon and briefly', () => {
  const subject = useService(1, { ANONYMOUS_OPERATIONS_PER_MINUTE: '0' });
  const ask = async ({ body, headers, query }: Attack, accept: string, cookie = '') => {
    const address = `${subject.service.url}/graphql${query ? `?${new URLSearchParams(query)}` : ''}`;
    const before = process.cpuUsage();
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept, ...headers, ...(cookie && { cookie }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const { user, system } = process.cpuUsage(before);
    return { status: response.status, text, cpuMs: (user + system) / 1000 };
  };
  /** The cheapest of three requests: V8 compiles code and collects the garbage of other tests meanwhile. */
  const askThrice = async (...of: Parameters<typeof ask>) => {
    const answers = [await ask(...of), await ask(...of), await ask(...of)];
    return first(answers.toSorted((a, b) => a.cpuMs - b.cpuMs));
  };

  test.each(Object.entries(ATTACKS))("a stranger's: %s", async (_, attack) => {
    const { status, text } = await ask(attack, 'application/graphql-response+json');
    expect(status).toBe(400);
    expect(text.length).toBeLessThanOrEqual(MAX_ANSWER);
    const { errors, ...rest } = JSON.parse(text);
    expect(rest).toEqual({});
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) expect(extensions.code).toMatch(/^[A-Z_]+$/);
    expect(text).not.toMatch(/INTERNAL_SERVER_ERROR|Something broke/);
    const again = await askThrice(attack, 'application/json');
    expect([200, 400]).toContain(again.status);
    expect(again.text.length).toBeLessThanOrEqual(MAX_ANSWER);
    expect(again.cpuMs).toBeLessThan(MAX_CPU_MS);
  });

  test.each([
    ['as JSON', 'application/json', post({ query: SUBMIT, variables: { l: keys(110_991) } })],
    ['as text', 'application/graphql', { body: `{ ${'x '.repeat(40 * KIB)} }` }],
    ['as a form', 'application/x-www-form-urlencoded', { body: `query=${'x'.repeat(64 * KIB)}` }],
  ])("a stranger's body of more than 64 KiB is not read: %s", async (_, type, { body }) => {
    const attack = { body, headers: { 'content-type': type } };
    const { status, text, cpuMs } = await askThrice(attack, '*/*');
    expect({ status, text }).toEqual({
      status: 413,
      text: JSON.stringify({
        errors: [
          { message: 'The request body is larger than 64 KiB.', extensions: { code: 'BODY_TOO_LARGE' } },
        ],
      }),
    });
    expect(cpuMs).toBeLessThan(MAX_CPU_MS);
  });

  test("a user's variables have few values, and mistakes in them are told once", async () => {
    const cookie = await subject.signIn();
    const many = await ask(post({ query: SUBMIT, variables: { l: keys(60_000) } }), '*/*', cookie);
    expect(JSON.parse(many.text).errors).toMatchObject([
      { message: 'Variables can have at most 20000 keys and items.' },
    ]);
    for (const l of [keys(19_000), 'x'.repeat(1000 * KIB), { ['k'.repeat(1000 * KIB)]: 1 }]) {
      const large = post({ query: SUBMIT, variables: { l } });
      const { status, text, cpuMs } = await askThrice(large, '*/*', cookie);
      expect(status).toBe(200);
      expect(text.length).toBeLessThanOrEqual(MAX_ANSWER);
      expect(cpuMs).toBeLessThan(MAX_CPU_MS);
    }
  });

  test('input at the limits is accepted: 64 KiB from a stranger, a thousand values, ten levels', async () => {
    const operation = (report: unknown) =>
      post({ query: STATS.replace('reportStats', 'result: reportStats'), variables: { r: report } });
    const taken = { data: { result: { __typename: 'UnauthenticatedError' } } };
    const padding = 64 * KIB - (operation('').body?.length ?? 0);
    for (const report of ['x'.repeat(padding), Array(999).fill(0), JSON.parse(nested(9))]) {
      expect(JSON.parse((await ask(operation(report), '*/*')).text)).toEqual(taken);
    }
    for (const report of [Array(1000).fill(0), JSON.parse(nested(11))]) {
      expect(JSON.parse((await ask(operation(report), '*/*')).text)).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      });
    }
  });

  test('a page that is asked for in one document after another answers with names of a bounded length', async () => {
    const alias = (length: number) =>
      post({
        query: `{ bots(first: 100) { edges { node { ${'a'.repeat(length)}: name webhook { url } } } } }`,
      });
    expect(JSON.parse((await ask(alias(101), '*/*')).text).errors).toMatchObject([
      { message: 'A name in a document can have at most 100 characters.' },
    ]);
    expect(JSON.parse((await ask(alias(100), '*/*')).text).data.bots.edges.length).toBeGreaterThan(0);
  });
});
