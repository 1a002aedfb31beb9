import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { given } from '../kit/given.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { forFile, postOperation, startOwnService } from '../kit/service.ts';

const CAST = `mutation ($id: ID!) {
  result: castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } ... on Error { code } }
}`;

const port = await freePort(0);
const service = await forFile(startOwnService({ METRICS_PORT: String(port), LOG_LEVEL: 'silent' }));

/** The values of a metric by their labels. */
async function read(name: string): Promise<Record<string, number>> {
  const body = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = [...body.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\d+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}
const votes = () => read('votes_total');
const operations = () => read('graphql_operation_duration_seconds_count');

async function cast(botId: string, cookie: string): Promise<number> {
  const response = await postOperation(service.url, { query: CAST, variables: { id: botId } }, { cookie });
  await response.text();
  return response.status;
}

/** Takes a table away while work runs. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  const { sql } = service.services.db;
  await sql.unsafe(`alter table ${table} rename to taken_away`);
  try {
    await work();
  } finally {
    await sql.unsafe(`alter table taken_away rename to ${table}`);
  }
}

test('votes are counted by outcome: accepted, refused by code, failed; and nothing tells whose they are', async () => {
  expect(await votes()).toEqual({ 'outcome="accepted",reason=""': 0, 'outcome="failed",reason=""': 0 });
  const bot = await given(service.services).listing().approved();
  const userId = newUserId();
  const cookie = await service.signIn(userId);
  await cast(bot.id, cookie);
  await cast(bot.id, cookie);
  await cast(newBotId(), cookie);
  await cast(bot.id, 'session=unknown');
  const other = await service.signIn();
  await without('vote_windows', async () => {
    // No status of HTTP tells of it.
    expect(await cast(bot.id, other)).toBe(200);
  });
  await without('sessions', async () => expect(await cast(bot.id, other)).toBe(200));
  expect(await votes()).toEqual({
    'outcome="accepted",reason=""': 1,
    'outcome="refused",reason="VOTE_WINDOW_ACTIVE"': 1,
    'outcome="refused",reason="NOT_FOUND"': 1,
    'outcome="refused",reason="UNAUTHENTICATED"': 1,
    'outcome="failed",reason=""': 2,
  });
});

test('operations are counted by outcome: a refusal is no fault, and a fault behind the status 200 is one', async () => {
  const bot = await given(service.services).listing().approved();
  const cookie = await service.signIn();
  const before = await operations();
  const added = async (labels: string) => ((await operations())[labels] ?? 0) - (before[labels] ?? 0);
  await cast(bot.id, cookie);
  await cast(bot.id, cookie);
  // Its variable does not fit.
  await service.graphql('query ($id: ID!) { bot(botId: $id) { name } }', {});
  await without('bots', async () => void (await cast(bot.id, await service.signIn())));
  expect(await added('operation="other",outcome="ok"')).toBe(1);
  expect(await added('operation="other",outcome="refused"')).toBe(2);
  expect(await added('operation="other",outcome="fault"')).toBe(1);

  const check = `/api/v1/bots/${bot.id}/check?userId=${newUserId()}`;
  expect((await service.call('GET', check, { token: 'blt_unknown' })).status).toBe(401);
  expect(await added('operation="CheckVote",outcome="refused"')).toBe(1);
  const names = Object.keys(await operations());
  expect(names.filter((labels) => !/outcome="(ok|refused|fault)"$/.test(labels))).toEqual([]);
});

test('a vote by the form is counted under the name of the service’s own operation', async () => {
  const bot = await given(service.services).listing().approved();
  const cookie = await service.signIn();
  const accepted = async () => (await votes())['outcome="accepted",reason=""'] ?? 0;
  const before = await accepted();
  const response = await fetch(`${service.url}/bot/${bot.id}/vote`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  expect(response.status).toBe(303);
  expect(await accepted()).toBe(before + 1);
  expect((await operations())['operation="Vote",outcome="ok"']).toBe(1);
});
