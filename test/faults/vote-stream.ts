import { setTimeout as delay, setInterval } from 'node:timers/promises';
import type { Seeded } from '../../src/seed/seed.ts';
import { postOperation } from '../kit/service.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } } }';
const ANSWER_MS = 15_000;
const MOST_WAITING = 100;

/** Names a vote as the log, the deliveries and the receiver know it. */
export function keyOf(botId: string, userId: string, votedAt: string): string {
  return `${botId} ${userId} ${votedAt}`;
}

/** Votes that users cast at a steady pace, whatever becomes of the service. */
export interface VoteStream {
  /** The votes that the service said were recorded, by their keys, and when each was sent (Unix ms). */
  readonly accepted: ReadonlyMap<string, number>;
  /** When those requests were sent that were answered with an error or not at all (Unix ms). */
  readonly failures: readonly number[];
  /** Votes that were answered, and of which `/check` knew nothing afterwards. */
  readonly forgotten: readonly string[];
  /** Sends no more, and waits for the answers. */
  stop(): Promise<void>;
}

/**
 * Signs the users in and starts to cast: each pair of a user and a bot once, as a signed-in user does, and each vote is
 * asked for by its bot afterwards.
 *
 * @param everyMs the time from one vote to the next, in milliseconds
 * @param arrived the votes that have come to their webhooks. While more than {@link MOST_WAITING} accepted votes are
 *   missing there, nobody votes. Otherwise a slow machine would fall further behind with every kill.
 */
export async function startVotes(
  url: string,
  { bots, users }: Seeded,
  everyMs: number,
  arrived: ReadonlyMap<string, unknown>,
): Promise<VoteStream> {
  const cookies: string[] = [];
  for (const { id } of users) cookies.push(await signIn(url, id));
  const accepted = new Map<string, number>();
  const failures: number[] = [];
  const forgotten: string[] = [];
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function voteAndCheck(index: number): Promise<void> {
    const place = index % users.length;
    const bot = bots[(index + Math.floor(index / users.length)) % bots.length];
    const userId = users[place]?.id;
    if (bot === undefined || userId === undefined) throw new Error('There is nobody to vote.');
    let sentAt = Date.now();
    try {
      const votedAt = await cast(url, cookies[place] ?? '', bot.id);
      const key = keyOf(bot.id, userId, votedAt);
      accepted.set(key, sentAt);
      sentAt = Date.now();
      if (!(await hasVoted(url, bot, userId))) forgotten.push(key);
    } catch {
      failures.push(sentAt);
    }
  }

  async function castAll(): Promise<void> {
    let index = 0;
    for await (const _ of setInterval(everyMs, undefined, { signal: stopping.signal })) {
      if (accepted.size - arrived.size > MOST_WAITING) continue;
      if (index === users.length * bots.length) throw new Error('Everybody has voted for every bot.');
      const vote = voteAndCheck(index++).finally(() => underWay.delete(vote));
      underWay.add(vote);
    }
  }

  const casting = castAll().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    accepted,
    failures,
    forgotten,
    async stop() {
      stopping.abort();
      await casting;
      await Promise.all(underWay);
    },
  };
}

const SIGN_IN_TRIES = 5;

/**
 * Asks again where it is refused for a while (503 with Retry-After): hundreds who sign in at once are more than strangers have
 * places for.
 *
 * @returns the cookie of a user whom the development sign-in took
 */
export async function signIn(url: string, id: string): Promise<string> {
  const body = new URLSearchParams({ id, name: 'Voter' });
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}/sign-in`, { method: 'POST', redirect: 'manual', body });
    await response.arrayBuffer();
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie !== undefined) return cookie;
    const seconds = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || seconds === 0 || attempt === SIGN_IN_TRIES)
      throw new Error(`Signing in was answered with ${response.status}.`);
    await delay(seconds * 1000 * (1 + Math.random()));
  }
}

/**
 * Votes as a signed-in user does.
 *
 * @returns when the vote was recorded
 * @throws when it was refused or not answered
 */
export async function cast(url: string, cookie: string, botId: string): Promise<string> {
  const response = await postOperation(
    url,
    { query: CAST, variables: { id: botId } },
    { cookie },
    AbortSignal.timeout(ANSWER_MS),
  );
  const { data } = (await response.json()) as { data?: { castVote: { votedAt?: string } } | null };
  if (data?.castVote.votedAt === undefined) throw new Error('The vote was not recorded.');
  return data.castVote.votedAt;
}

async function hasVoted(url: string, bot: Seeded['bots'][number], userId: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/bots/${bot.id}/check?userId=${userId}`, {
    headers: { authorization: bot.token },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) throw new Error(`The bot's question was answered with ${response.status}.`);
  return ((await response.json()) as { hasVoted: boolean }).hasVoted;
}
