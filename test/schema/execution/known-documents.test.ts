import { parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCompiledDocuments } from '../../../src/documents/compiled.ts';
import { schema } from '../../../src/schema/index.ts';
import { DASHBOARD_DOCUMENTS } from '../../../src/web/dashboard/documents.ts';
import { newBotId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';

const subject = useService(1);
let cookie: string;
let ownBotId: string;
beforeAll(async () => {
  ownBotId = subject.bot().id;
  cookie = await subject.service.signIn(subject.ownerId);
});

const operationOf = (text: string) => {
  const [definition] = parse(text).definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error('An operation comes first.');
  return definition;
};
const executed = DASHBOARD_DOCUMENTS.filter((text) => operationOf(text).operation !== 'subscription');

async function answerTo(operation: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${subject.service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(operation),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: { locations?: unknown }[] };
  // Errors of compiled documents have a path, and no line and column.
  const pathsOnly = errors?.map(({ locations: _, ...error }) => error);
  return { status: response.status, body: { data, errors: pathsOnly } };
}

/** The answers to a document of the dashboard, and to one that only means the same. */
async function bothAnswers(query: string, rest: object) {
  return [
    await answerTo({ query, ...rest }),
    await answerTo({ query: `${query}\n# of a stranger`, ...rest }),
  ];
}

test('There are documents of the dashboard, queries and mutations', () => {
  expect(new Set(executed.map((text) => operationOf(text).operation))).toEqual(
    new Set(['query', 'mutation']),
  );
});

describe.each(executed)('As the same document of a stranger is answered %#: %s', (query) => {
  const { operation } = operationOf(query);

  test('with variables that fit', async () => {
    // Mutations of an unknown bot change nothing, so that they can be sent twice.
    const botId = operation === 'query' ? ownBotId : newBotId();
    const variables = {
      ...{ botId, userId: '123456789012345678', text: '**Hello**', image: '', url: 'https://example.com/' },
      ...{ role: null, decision: 'APPROVE', revision: 1, outcome: 'ACTED', reportIds: [], deliveryId: botId },
    };
    const [own, stranger] = await bothAnswers(query, { variables });
    expect(own).toEqual(stranger);
  });

  test('without variables', async () => {
    const [own, stranger] = await bothAnswers(query, {});
    expect(own).toEqual(stranger);
  });

  test('with the name of an operation that it lacks', async () => {
    const [own, stranger] = await bothAnswers(query, { operationName: 'Other' });
    expect(own).toEqual(stranger);
    expect(own).toMatchObject({ status: 400 });
  });
});

describe('A document that is kept', () => {
  const send = async (query: string, headers: Record<string, string>) => {
    const { data, errors } = await subject.service.graphql(query, {}, headers);
    return errors?.[0]?.message ?? data ?? undefined;
  };

  test('is answered as the first time, each time anew', async () => {
    const query = `{ bot(botId: "${ownBotId}") { name, shortDescription } }`;
    const { bot } = (await send(query, {})) as { bot: object };
    await subject.service.services.db.sql`update bots set name = 'Other' where id = ${ownBotId}`;
    expect(await send(query, {})).toEqual({ bot: { ...bot, name: 'Other' } });
  });

  test('is refused to who may not send it, also after somebody sent it who may', async () => {
    // Comparing this many fields of one name costs more than a stranger may ask for.
    const query = `{ health { ${'ok '.repeat(80)} } }`;
    const refused = 'The document repeats the same fields too often.';
    expect(await send(query, { cookie })).toEqual({ health: { ok: expect.anything() } });
    expect(await send(query, {})).toBe(refused);
    expect(await send(query, { cookie })).toEqual({ health: { ok: expect.anything() } });
  });

  test('is refused again when it is invalid', async () => {
    const query = '{ nothing }';
    expect(await send(query, {})).toEqual(await send(query, {}));
    expect(await send(query, {})).toContain('nothing');
  });
});

test('A document that nobody added is not found, and finding it keeps nothing', () => {
  const documents = createCompiledDocuments(schema);
  expect(documents.find('{ tags { slug } }')).toBeUndefined();
  expect(documents.find('{ tags { slug } }')).toBeUndefined();
  documents.add(['{ tags { slug } }']);
  const compiled = documents.find('{ tags { slug } }');
  expect(compiled).toBeDefined();
  expect(documents.compile('{ tags { slug } }')).toBe(compiled);
});

test('A document that does not fit the schema is an error where it is compiled', () => {
  expect(() => createCompiledDocuments(schema).compile('{ nothing }')).toThrow('does not fit the schema');
});
