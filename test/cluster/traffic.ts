import { setTimeout as delay } from 'node:timers/promises';
import type { Seeded } from '../../src/seed/seed.ts';
import { keyOf } from '../faults/vote-stream.ts';

const ANSWER_MS = 15_000;
/** Strangers, each with an address. */
const STRANGERS = 100;
const CAST =
  'mutation ($id: ID!) { castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } ... on Error { message } } }';

/**
 * @param cookie of the user
 * @param id of the bot
 * @returns when the service says that the user has voted
 * @throws when it does not
 */
export async function cast(url: string, cookie: string, id: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: CAST, variables: { id } }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await response.text();
  const { data } = JSON.parse(text) as { data?: { castVote: { votedAt?: string } } | null };
  if (!data?.castVote.votedAt) throw new Error(`${response.status} ${text.slice(0, 150)}`);
  return data.castVote.votedAt;
}

/** What became of the requests of one kind. */
interface Tally {
  requests: number;
  /** What was answered instead of a success, and when (Unix ms). */
  readonly failures: { readonly at: number; readonly what: string }[];
}

/** Requests of bots and users at a steady pace, whatever becomes of the service. */
export interface Traffic {
  readonly tallies: Readonly<Record<'votes' | 'checks' | 'reports' | 'pages', Tally>>;
  /** The votes that the service said were recorded, by their keys. */
  readonly accepted: ReadonlySet<string>;
  /** Votes of which `/check` knew nothing afterwards. */
  readonly forgotten: readonly string[];
  /** Failures of all kinds since a moment (Unix ms). */
  failuresSince(at: number): readonly string[];
  /** Sends no more, and waits for the answers. */
  stop(): Promise<void>;
}

/**
 * Starts to cast votes, to check each of them, to report and to read pages. Each request is sent once: nothing is
 * retried here, so each failure is one that a bot or a person sees.
 *
 * @param cookies of the users, in their order
 * @param everyMs the time from one round of requests to the next, in milliseconds
 */
export function startTraffic(
  url: string,
  { bots, users }: Pick<Seeded, 'bots' | 'users'>,
  cookies: readonly string[],
  everyMs: number,
): Traffic {
  const tally = (): Tally => ({ requests: 0, failures: [] });
  const tallies = { votes: tally(), checks: tally(), reports: tally(), pages: tally() };
  const accepted = new Set<string>();
  const forgotten: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  let isStopping = false;

  async function counted<Result>(
    kind: keyof typeof tallies,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const at = Date.now();
    tallies[kind].requests += 1;
    try {
      return await work();
    } catch (error) {
      tallies[kind].failures.push({ at, what: `${kind}: ${describe(error)}` });
      return undefined;
    }
  }

  async function ask(path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 100)}`);
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  }

  async function round(index: number): Promise<void> {
    const place = index % users.length;
    const bot = bots[(index + Math.floor(index / users.length)) % bots.length];
    const user = users[place];
    if (!bot || !user) throw new Error('There is nobody to vote.');
    const authorization = bot.token;
    const stranger = { 'x-forwarded-for': `198.51.100.${index % STRANGERS}` };
    const check = `/api/v1/bots/${bot.id}/check?userId=${user.id}`;
    const voting = counted('votes', () => cast(url, cookies[place] ?? '', bot.id)).then(async (votedAt) => {
      if (votedAt === undefined) return;
      const key = keyOf(bot.id, user.id, votedAt);
      accepted.add(key);
      const answer = await counted('checks', () => ask(check, { authorization }));
      if (answer && !(answer as { hasVoted: boolean }).hasVoted) forgotten.push(key);
    });
    await Promise.all([
      voting,
      counted('reports', () =>
        ask(`/api/v1/bots/${bot.id}/stats`, { authorization }, { server_count: index }),
      ),
      counted('pages', () => ask(index % 2 === 0 ? '/' : `/bot/${bot.id}`, stranger)),
    ]);
  }

  async function send(): Promise<void> {
    const start = performance.now();
    for (let index = 0; !isStopping; index += 1) {
      if (index === users.length * bots.length) throw new Error('Everybody has voted for every bot.');
      const work = round(index).finally(() => underWay.delete(work));
      underWay.add(work);
      await delay(Math.max(0, start + (index + 1) * everyMs - performance.now()));
    }
  }

  const sending = send();
  return {
    tallies,
    accepted,
    forgotten,
    failuresSince: (at) =>
      Object.values(tallies).flatMap(({ failures }) =>
        failures.filter((failure) => failure.at >= at).map(({ what }) => what),
      ),
    async stop() {
      isStopping = true;
      await sending;
      await Promise.all(underWay);
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
