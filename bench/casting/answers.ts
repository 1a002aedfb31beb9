import { deepStrictEqual } from 'node:assert/strict';
import type { Database } from '../../src/db/client.ts';
import type { Server } from '../compare/server.ts';

/** What a page asks for when somebody votes. */
export const CAST_VOTE = `mutation Vote($botId: ID!) {
  result: castVote(botId: $botId) {
    __typename
    ... on CastVotePayload { votedAt nextVoteAt }
    ... on VoteWindowActiveError { nextVoteAt }
  }
}`;

export interface Voter {
  readonly id: string;
  readonly session: string;
}

/** Bots and voters that no other server and no load uses. */
export interface Sample {
  readonly bots: readonly string[];
  readonly voters: readonly Voter[];
}

export const BOTS_OF_SAMPLE = 9;
export const VOTERS_OF_SAMPLE = 64;
const NOBODY = 'A'.repeat(43);
const UNKNOWN_BOT = '99999999999999999';
const WINDOW_MS = 12 * 60 * 60 * 1000;
/** A vote was recorded just now if it is younger than this, in milliseconds. */
const RECENT_MS = 30_000;

interface Result {
  readonly __typename: string;
  readonly votedAt?: string;
  readonly nextVoteAt?: string;
}

/**
 * Lets each server take the same votes for bots of its own, and compares responses and written rows with those of the
 * first server. Ids and times are replaced by their places in the sample.
 *
 * @param sampleOf gives each server bots and voters of its own
 * @throws when any of them differs
 */
export async function requireSameAnswers(
  servers: readonly Server[],
  sampleOf: (place: number) => Sample,
  { sql }: Database,
): Promise<void> {
  let expected: unknown;
  for (const [place, server] of servers.entries()) {
    const sample = sampleOf(place);
    await prepare(sql, sample);
    const found = await castAll(server, sample, sql);
    if (place === 0) expected = found;
    deepStrictEqual(found, expected, `${server.name} answers or writes something else than the service.`);
  }
}

/** Gives some of the bots a history, the same one for each server. */
async function prepare(sql: Database['sql'], { bots, voters }: Sample): Promise<void> {
  const [, early, late, takenOver, withoutWebhook, pending] = bots as [string, ...string[]];
  const voter = voters[0]?.id ?? '';
  await sql`
    insert into vote_windows (bot_id, user_id, voted_at) values
      (${early ?? ''}, ${voter}, now() - interval '13 hours'),
      (${late ?? ''}, ${voter}, date_trunc('hour', now()) - interval '1 hour'),
      (${takenOver ?? ''}, ${voter}, now() - interval '2 hours')`;
  await sql`update bots set owned_since = now() - interval '1 hour' where id = ${takenOver ?? ''}`;
  await sql`update bots set state = 'pending' where id = ${pending ?? ''}`;
  await sql`delete from webhooks where bot_id = ${withoutWebhook ?? ''}`;
}

async function castAll(server: Server, { bots, voters }: Sample, sql: Database['sql']) {
  const [first, , , , , pending = '', contended = '', popular = '', several = ''] = bots as [
    string,
    ...string[],
  ];
  const session = voters[0]?.session ?? '';
  const one: Result[] = [];
  for (const bot of bots.slice(0, 5)) one.push(await cast(server, session, bot));
  const refused = [
    await cast(server, session, first),
    await cast(server, session, pending),
    await cast(server, session, UNKNOWN_BOT),
    await cast(server, NOBODY, several),
    await cast(server, undefined, several),
  ];
  // Of votes at once, each counts once.
  const contending = await Promise.all(voters.map(() => cast(server, session, contended)));
  const crowd = await Promise.all(voters.map((voter) => cast(server, voter.session, popular)));
  const recorded = contending.filter(({ __typename }) => __typename === 'CastVotePayload');
  deepStrictEqual(recorded.length, 1, `${server.name} recorded ${recorded.length} votes of one user`);
  return {
    one: one.map(describe),
    refused: refused.map(describe),
    contending: contending.map(describe).sort(),
    crowd: crowd.map(describe),
    rows: await rowsOf(sql, bots, voters),
  };
}

async function cast(server: Server, session: string | undefined, botId: string): Promise<Result> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(session && { cookie: `session=${session}` }),
    },
    body: JSON.stringify({ query: CAST_VOTE, variables: { botId } }),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json()) as { data?: { result?: Result }; errors?: unknown };
  if (!answer.data?.result || answer.errors) {
    throw new Error(`${server.name} gave no result: ${JSON.stringify(answer)}`);
  }
  return answer.data.result;
}

/** A result without its times, as far as they are right. */
function describe({ __typename, votedAt, nextVoteAt }: Result): string {
  if (__typename === 'CastVotePayload') {
    const at = Date.parse(votedAt ?? '');
    const isRight = Math.abs(Date.now() - at) < RECENT_MS && Date.parse(nextVoteAt ?? '') === at + WINDOW_MS;
    return isRight ? 'recorded' : `recorded at ${votedAt}, next at ${nextVoteAt}`;
  }
  if (nextVoteAt === undefined) return __typename;
  const isOfNow = Math.abs(Date.parse(nextVoteAt) - WINDOW_MS - Date.now()) < RECENT_MS;
  return `${__typename} ${isOfNow ? 'of a vote just now' : nextVoteAt}`;
}

/** The rows of votes for these bots: windows, log, counts and deliveries. */
async function rowsOf(sql: Database['sql'], bots: readonly string[], voters: readonly Voter[]) {
  const recent = `now() - ${RECENT_MS} * interval '1 ms'`;
  return sql.unsafe(
    `with bot as (select * from unnest($1::text[]) with ordinality as bot(id, place)),
      voter as (select * from unnest($2::text[]) with ordinality as voter(id, place))
    select 'window' as kind, bot.place as bot, voter.place as voter, row.voted_at > ${recent} as fact, null as more
      from vote_windows row join bot on bot.id = row.bot_id join voter on voter.id = row.user_id
    union all
    select 'log', bot.place, voter.place, seen.voted_at = row.voted_at, null
      from votes row join bot on bot.id = row.bot_id join voter on voter.id = row.user_id
      join vote_windows seen on seen.bot_id = row.bot_id and seen.user_id = row.user_id
    union all
    select 'day', bot.place, null, row.day = (now() at time zone 'utc')::date, row.votes::text
      from daily_votes row join bot on bot.id = row.bot_id
    union all
    select 'total', bot.place, null, null, row.vote_count::text
      from bot_stats row join bot on bot.id = row.bot_id
    union all
    select 'delivery', bot.place, voter.place, row.voted_at = seen.voted_at and row.created_at > ${recent},
        (to_jsonb(row) - array['id', 'bot_id', 'user_id', 'voted_at', 'created_at', 'request_id'])::text
      from deliveries row join bot on bot.id = row.bot_id join voter on voter.id = row.user_id
      join vote_windows seen on seen.bot_id = row.bot_id and seen.user_id = row.user_id
    order by kind, bot, voter`,
    [bots as string[], voters.map(({ id }) => id)],
  );
}
