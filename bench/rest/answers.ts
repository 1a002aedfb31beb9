import { deepStrictEqual } from 'node:assert/strict';
import type { Database } from '../../src/db/client.ts';
import type { Server } from '../compare/server.ts';

export interface Bot {
  readonly id: string;
  readonly token: string;
}

export interface Sample {
  readonly bots: readonly Bot[];
  readonly userIds: readonly string[];
}

interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly authorization?: string;
  readonly body?: string;
  readonly status: number;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** How many requests are sent at once, so that servers that gather requests do so here. */
const AT_ONCE = 50;
const CHECKS = 1000;
const REPORTS = 200;
/** Rows that were written within this time are those of the reports, in seconds. */
const RECENT_SECONDS = 30;

/**
 * Compares the responses of the servers to a sample of requests with those of the first one, and what they store.
 *
 * @throws when any of them differs
 */
export async function requireSameAnswers(
  servers: readonly Server[],
  { bots, userIds }: Sample,
  db: Database,
): Promise<void> {
  const checks = Array.from({ length: CHECKS }, (_, index): Question => {
    const { id, token } = pick(bots, index * 7);
    const userId = pick(userIds, index);
    return {
      method: 'GET',
      path: `/api/v1/bots/${id}/check?userId=${userId}`,
      authorization: `Bearer ${token}`,
      status: 200,
    };
  });
  const questions = [...checks, ...refused(bots, pick(userIds, 0))];
  const expected: Answer[] = [];
  for (const [place, server] of servers.entries()) {
    const answers = await inGroups(questions, (question) => ask(server, question));
    for (const [index, answer] of answers.entries()) {
      const question = questions[index];
      const about = `${server.name}, ${question?.method} ${question?.path}`;
      deepStrictEqual(answer.status, question?.status, `${about}: status ${answer.status}`);
      if (place === 0) expected.push(answer);
      // Sentences of errors may differ (section 7 of the contract).
      else if (answer.status === 200) deepStrictEqual(answer.body, expected[index]?.body, about);
      else deepStrictEqual(typeof Reflect.get(Object(answer.body), 'error'), 'string', about);
    }
    await requireReports(server, bots, 5000 + place, db);
  }
  for (const hasVoted of [true, false]) {
    const isThere = expected.some(({ body }) => Reflect.get(Object(body), 'hasVoted') === hasVoted);
    if (!isThere) throw new Error(`No answer of the sample says hasVoted ${hasVoted}.`);
  }
}

/** Each has one fault. */
function refused(bots: readonly Bot[], userId: string): Question[] {
  const [{ id, token }, other] = [pick(bots, 0), pick(bots, 1)];
  const check = (of: string, status: number, authorization?: string): Question => ({
    method: 'GET',
    path: `/api/v1/bots/${of}/check?userId=${userId}`,
    ...(authorization && { authorization }),
    status,
  });
  const report = (body: string, status: number, authorization = `Bearer ${token}`, of = id): Question => ({
    method: 'POST',
    path: `/api/v1/bots/${of}/stats`,
    authorization,
    body,
    status,
  });
  return [
    check(id, 200, token),
    check(id, 401),
    check(id, 401, 'Bearer nothing'),
    check(id, 401, `Bearer ${token.slice(0, -4)}AAAA`),
    check(other.id, 404, `Bearer ${token}`),
    check('99999999999999999', 404, `Bearer ${token}`),
    { ...check(id, 400, token), path: `/api/v1/bots/${id}/check` },
    { ...check(id, 400, token), path: `/api/v1/bots/${id}/check?userId=nobody` },
    report('{"server_count":1}', 401, 'Bearer nothing'),
    report('{"server_count":1}', 404, `Bearer ${token}`, other.id),
    report('{"server_count":"1"}', 400),
    report('{"server_count":1.5}', 400),
    report('{"server_count":-1}', 400),
    report('{"server_count":1,"guilds":1}', 400),
    report('{}', 400),
    report('{', 400),
  ];
}

/** Reports of many bots, and one of each of the other two names of the field. */
async function requireReports(server: Server, all: readonly Bot[], first: number, db: Database) {
  const bots = all.slice(0, REPORTS);
  const counts = bots.map((_, index) => first + index * 10);
  const answers = await inGroups(bots, ({ id, token }, index) =>
    ask(server, {
      method: 'POST',
      path: `/api/v1/bots/${id}/stats`,
      authorization: `Bearer ${token}`,
      body: JSON.stringify({ [pick(['server_count', 'guildCount', 'guilds'], index)]: counts[index] }),
      status: 200,
    }),
  );
  for (const [index, answer] of answers.entries()) {
    const body = { success: true, server_count: counts[index] };
    deepStrictEqual(answer, { status: 200, body }, `${server.name}, a report`);
  }
  const rows = await db.sql`
    select stats.server_count, daily.server_count as today,
      least(checked_in_at, server_count_changed_at) > now() - ${RECENT_SECONDS} * interval '1 second' as is_recent
    from unnest(${bots.map(({ id }) => id)}::text[]) with ordinality as bot(id, position)
    join bot_stats stats on stats.bot_id = bot.id
    left join daily_server_counts daily on daily.bot_id = bot.id and daily.day = (now() at time zone 'utc')::date
    order by position`;
  const stored = counts.map((count) => ({ server_count: count, today: count, is_recent: true }));
  deepStrictEqual([...rows], stored, `${server.name}: what it stored`);
}

async function ask(server: Server, question: Question): Promise<Answer> {
  const { method, path, authorization, body } = question;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, body: await response.json() };
}

async function inGroups<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const group = items.slice(start, start + AT_ONCE);
    results.push(...(await Promise.all(group.map((item, index) => run(item, start + index)))));
  }
  return results;
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}
