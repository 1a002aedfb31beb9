/**
 * Measures `/graphql` of the service against other GraphQL servers with the same schema, resolvers and database:
 * Mercurius with graphql-jit, and GraphQL Yoga without additions. Each request is the document of the dashboard's
 * Overview tab, from the owner of another bot, with a session cookie. The baselines neither limit documents nor admit requests
 * by lane.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSession } from '../src/domain/identity/sessions.ts';
import { OVERVIEW_TAB } from '../src/web/manage/documents.ts';
import { makeFolder } from '../test/kit/folder.ts';
import { servicesOn } from '../test/kit/service-parts.ts';
import { runComparison } from './compare/compare.ts';
import type { Server } from './compare/server.ts';
import { print } from './support.ts';

const BOTS = 2000;
const COMPARED = 50;
const program = (name: string) => new URL(`./graphql/${name}.ts`, import.meta.url);

interface Owner {
  readonly session: string;
  readonly botId: string;
}

await runComparison({
  loads: ['edit-page'],
  baselines: { mercurius: program('mercurius'), yoga: program('yoga') },
  script: new URL('./graphql/load.lua', import.meta.url),
  // With more, a slow machine is overloaded. The service then refuses requests, where the baselines let them wait.
  connections: [1, 4, 16],

  async prepare({ db, seed }, parts) {
    const { bots, users } = await seed({ bots: BOTS, users: BOTS, votes: 100_000 });
    await db.sql`
      insert into bot_owners (bot_id, user_id, is_co_owner)
      select bot_id, user_id, true
      from unnest(${bots.map(({ id }) => id)}::text[], ${users.map(({ id }) => id)}::text[]) as pair(bot_id, user_id)`;
    const services = servicesOn(db);
    const owners: Owner[] = [];
    for (const [index, { id: botId }] of bots.entries()) {
      const user = users[index];
      if (user) owners.push({ botId, session: await startSession(services, user) });
    }
    await db.sql`vacuum (analyze)`;

    const folder = await makeFolder('bench', parts);
    const [documentFile, ownerFile] = [join(folder, 'document'), join(folder, 'owners')];
    await writeFile(documentFile, JSON.stringify(OVERVIEW_TAB));
    await writeFile(ownerFile, owners.map(({ session, botId }) => `${session} ${botId}\n`).join(''));
    return {
      args: () => [documentFile, ownerFile],
      requireSameAnswers: (servers) => requireSameAnswers(servers, owners.slice(0, COMPARED)),
    };
  },
});

async function requireSameAnswers(servers: readonly Server[], owners: readonly Owner[]): Promise<void> {
  const expected: unknown[] = [];
  for (const [place, server] of servers.entries()) {
    const answers: unknown[] = [];
    for (const owner of owners) answers.push(await ask(server, owner));
    if (place === 0) expected.push(...answers);
    deepStrictEqual(answers, expected, `${server.name} gives other answers than the service.`);
  }
  print(`The same answers from ${servers.map(({ name }) => name).join(', ')}.`);
}

/** @throws when the response holds no bot, or an error */
async function ask(server: Server, { session, botId }: Owner): Promise<unknown> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      cookie: `session=${session}`,
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ query: OVERVIEW_TAB, variables: { botId } }),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json()) as { data?: { bot?: object }; errors?: unknown };
  if (!answer.data?.bot || answer.errors) {
    throw new Error(`${server.name} gave no bot: ${JSON.stringify(answer)}`);
  }
  return answer.data;
}
