import { startSession } from '../../src/domain/identity/sessions.ts';
import { generateToken } from '../../src/domain/identity/tokens.ts';
import { listVotes } from '../../src/domain/vote/log.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { servicesOn } from '../../test/kit/service-parts.ts';
import type { BenchDatabase } from '../compare/database.ts';

/** A service with a database of its own. */
export interface Subject extends Pick<BenchDatabase, 'db'> {
  readonly url: string;
  /** The first one has the most votes. */
  readonly bots: Seeded['bots'];
}

export interface HttpRequest extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  readonly path: string;
  /** The status of a response without fault; 200 by default. */
  readonly status?: number;
}

/** Prepares the requests of one kind. What it returns is called once per round, from 0 on. */
export type RequestKind = (subject: Subject) => NextRequest | Promise<NextRequest>;
export type NextRequest = (round: number) => HttpRequest | Promise<HttpRequest>;

/** Requests of bots and voters, which take about a millisecond. */
export const SHORT_REQUESTS: Record<string, RequestKind> = {
  check,
  stats: report,
  'votes, page 1': (subject) => listing(subject, ''),
  'votes, page 1000': async (subject) =>
    listing(subject, `?limit=${VOTES_PER_PAGE}&cursor=${await cursorOfPage1000(subject)}`),
  'casting a vote': (subject) => voting(subject, (round) => botOf(subject, round).id),
  'casting a vote for the bot with the most': (subject) => voting(subject, () => mostVoted(subject).id),
};

/** So small that a bot with half of 10 000 votes has 1000 pages. */
const VOTES_PER_PAGE = 5;
/** The rate limit is 60 requests per minute and token. */
const VOTE_LISTS_PER_TOKEN = 50;
/** Different from all ids of voters in the database. */
const FIRST_NEW_VOTER = 200_000_000_000_000_000n;

const servicesOf = ({ db }: Subject) => servicesOn(db);

/** Another bot in each round, far from the one before. */
function botOf({ bots }: Subject, round: number): Seeded['bots'][number] {
  return requireBot(bots[((round + 1) * 7919) % bots.length]);
}

function mostVoted({ bots }: Subject): Seeded['bots'][number] {
  return requireBot(bots[0]);
}

function requireBot<Bot>(bot: Bot | undefined): Bot {
  if (!bot) throw new Error('There is no bot.');
  return bot;
}

/** The user has voted for the bot. */
function check(subject: Subject): NextRequest {
  return async (round) => {
    const { id, token } = botOf(subject, round);
    const [vote] = await subject.db.sql<{ userId: string }[]>`
      select user_id as "userId" from votes where bot_id = ${id} order by voted_at desc limit 1`;
    return { path: `/api/v1/bots/${id}/check?userId=${vote?.userId}`, headers: { authorization: token } };
  };
}

function report(subject: Subject): NextRequest {
  return (round) => {
    const { id, token } = botOf(subject, round);
    return {
      path: `/api/v1/bots/${id}/stats`,
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ server_count: 5000 + round }),
    };
  };
}

/** A page of the vote log of the bot with the most votes. */
function listing(subject: Subject, query: string): NextRequest {
  const { id } = mostVoted(subject);
  let token = '';
  return async (round) => {
    if (round % VOTE_LISTS_PER_TOKEN === 0) ({ token } = await generateToken(servicesOf(subject), id));
    return { path: `/api/v1/bots/${id}/votes${query}`, headers: { authorization: token } };
  };
}

/** @throws when the bot has fewer pages */
async function cursorOfPage1000(subject: Subject): Promise<string> {
  let cursor: string | null = null;
  for (let step = 0; step < VOTES_PER_PAGE; step += 1) {
    const page = await listVotes(servicesOf(subject), mostVoted(subject).id, 999, cursor);
    cursor = page.nextCursor;
    if (cursor === null)
      throw new Error('Page 1000 of the vote log needs at least 10 000 votes in the database.');
  }
  return cursor ?? '';
}

/** The form of a signed-in user, who is another one in each round. */
function voting(subject: Subject, botOfRound: (round: number) => string): NextRequest {
  return async (round) => {
    const user = { id: `${FIRST_NEW_VOTER + BigInt(round)}`, name: `New voter ${round}` };
    const session = await startSession(servicesOf(subject), user);
    return {
      path: `/bot/${botOfRound(round)}/vote`,
      method: 'POST',
      headers: { cookie: `session=${session}`, 'sec-fetch-site': 'same-origin' },
      status: 303,
    };
  };
}
