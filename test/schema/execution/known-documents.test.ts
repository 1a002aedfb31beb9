import { parse } from 'graphql';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createCompiledDocuments } from '../../../src/documents/compiled.ts';
import type { Actor } from '../../../src/domain/identity/actor.ts';
import type { Context } from '../../../src/schema/context.ts';
import { knownDocuments } from '../../../src/schema/execution/known-documents.ts';
import type { Asked } from '../../../src/schema/execution/limits-plugin.ts';
import { schema } from '../../../src/schema/index.ts';
import { type OperationLimits, operationLimits } from '../../../src/schema/limits-by-viewer.ts';
import { DASHBOARD_DOCUMENTS } from '../../../src/web/dashboard/documents.ts';
import { TEAM } from '../../../src/web/moderation/documents.ts';
import { newBotId } from '../../kit/ids.ts';
import { postOperation } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';

const subject = useService(1);
let cookie: string;
let ownBotId: string;
beforeAll(async () => {
  ownBotId = subject.bot().id;
  cookie = await subject.signIn(subject.ownerId);
});

const operationOf = (text: string) => {
  const [definition] = parse(text).definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error('An operation comes first.');
  return definition;
};
const executed = DASHBOARD_DOCUMENTS.filter((text) => operationOf(text).operation !== 'subscription');

async function answerTo(operation: object): Promise<{ status: number; body: unknown }> {
  const response = await postOperation(subject.service.url, operation, { cookie });
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
    await subject.services.db.sql`update bots set name = 'Other' where id = ${ownBotId}`;
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

test('A document of the dashboard is executed as it was compiled', async () => {
  // Only errors of compiled documents have no line and column.
  const send = async (query: string) => (await subject.service.graphql(query, {}, { cookie })).errors?.[0];
  expect(await send(TEAM)).toMatchObject({ path: ['team'] });
  expect(await send(TEAM)).not.toHaveProperty('locations');
  expect(await send(`${TEAM} `)).toHaveProperty('locations');
});

describe('The memory of documents', () => {
  type Viewer = Partial<Asked> & { asked: { limits: OperationLimits } };
  const viewer = (actor: Actor, isAdmin = false): Viewer => ({
    asked: { limits: operationLimits(actor) } as Viewer['asked'] & Context,
    isAdmin,
  });
  const moderator: Actor = {
    kind: 'user',
    userId: '1',
    name: 'Mo',
    role: 'moderator',
    remindsFavourites: false,
  };

  /** Sends a document through the plugin, as Yoga does, and tells whether it was known. */
  function sender() {
    const plugin = knownDocuments(createCompiledDocuments(schema));
    return (source: string, context: Viewer): boolean => {
      const set = vi.fn();
      const isValid = vi.fn();
      const given = { context, params: { source }, setParsedDocument: set } as never;
      plugin.onParse?.(given);
      const documentAST = set.mock.lastCall?.[0] ?? parse(source);
      const after = plugin.onValidate?.({ context, params: { documentAST }, setResult: isValid } as never);
      (after as ((result: { valid: boolean }) => void) | undefined)?.({ valid: true });
      expect(isValid.mock.calls.length).toBe(set.mock.calls.length);
      return set.mock.calls.length > 0;
    };
  }

  test('knows a document from its second time on, for who has the same limits', () => {
    const send = sender();
    const nobody = viewer({ kind: 'anonymous' });
    expect([1, 2, 3].map(() => send('{ health { ok } }', nobody))).toEqual([false, true, true]);
    expect(send('{ health { ok } }', viewer(moderator))).toBe(false);
    expect(send('{ health { ok } }', viewer(moderator))).toBe(true);
  });

  test('does not know for a moderator what an admin sent, who may ask for the schema', () => {
    const send = sender();
    const query = '{ __schema { types { name } } }';
    expect(send(query, viewer({ ...moderator, role: 'admin' }, true))).toBe(false);
    expect(send(query, viewer({ ...moderator, role: 'admin' }, true))).toBe(true);
    expect(send(query, viewer(moderator))).toBe(false);
  });

  test('forgets the oldest documents beyond 32 KiB', () => {
    const send = sender();
    const nobody = viewer({ kind: 'anonymous' });
    const query = (index: number) => `{ health { ok } } # ${index}`.padEnd(1024);
    for (let index = 0; index < 40; index++) expect(send(query(index), nobody)).toBe(false);
    expect(send(query(39), nobody)).toBe(true);
    expect(send(query(0), nobody)).toBe(false);
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
