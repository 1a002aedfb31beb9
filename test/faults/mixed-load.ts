import { createHash, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startSession } from '../../src/domain/identity/sessions.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { servicesOn } from '../kit/service-parts.ts';
import type { Stack } from '../kit/stack.ts';

/** Longer than anything may take, so that what takes too long is seen. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;
const VOTE =
  'mutation ($id: ID!) { result: castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } } }';
const SUBMIT =
  'mutation ($id: ID!, $listing: ListingInput!) { ' +
  'result: submitListing(botId: $id, listing: $listing) { __typename } }';
const APPROVE =
  'mutation ($id: ID!) { result: moderateListing(botId: $id, decision: APPROVE, revision: 1) { __typename } }';
const REPORT =
  'mutation ($id: ID!) { result: reportListing(botId: $id, category: SPAM, text: "Nothing but spam.") { __typename } }';

/** One request of the load. */
export interface Sent {
  readonly kind: string;
  /** Unix ms. */
  readonly at: number;
  readonly tookMs: number;
  /** 0: there was no answer. */
  readonly status: number;
  /** Whether the service said that it did what was asked. */
  readonly isGood: boolean;
  readonly answer: string;
}

/** What the service said that it has stored. */
export interface Acknowledged {
  /** Bot, user and time of each vote. */
  readonly votes: { botId: string; userId: string; votedAt: string }[];
  readonly submitted: string[];
  readonly approved: string[];
  readonly reports: { botId: string; userId: string }[];
  /** SHA-256 of the sessions that were started, in hexadecimal. */
  readonly sessions: string[];
  /** The last server count of each bot. */
  readonly counts: Map<string, number>;
}

export interface MixedLoad {
  readonly sent: readonly Sent[];
  readonly acknowledged: Acknowledged;
  /** Many requests at once. */
  burst(count: number): Promise<Sent[]>;
  /** Sends no more, and waits for the answers. */
  stop(): Promise<void>;
}

/**
 * Starts searches, sign-ins, submissions, moderation, votes, server counts and reports at once, by several users each.
 * They go on, whatever the responses are.
 *
 * @param moderatorId an admin by configuration
 */
export async function startMixedLoad(
  { url, db }: Stack,
  { bots, users }: Seeded,
  moderatorId: string,
): Promise<MixedLoad> {
  const services = servicesOn(db);
  const signedIn = async (id: string, name: string) =>
    `session=${await startSession(services, { id, name })}`;
  const moderator = await signedIn(moderatorId, 'Moderator');
  const cookies: string[] = [];
  for (const { id, name } of users) cookies.push(await signedIn(id, name));

  const sent: Sent[] = [];
  const acknowledged: Acknowledged = {
    ...{ votes: [], submitted: [], approved: [], reports: [], sessions: [] },
    counts: new Map(),
  };
  let isOver = false;

  /** @param isGood whether an answer says that the work is done */
  async function send(
    kind: string,
    path: string,
    init: RequestInit & { headers?: Record<string, string> },
    isGood: (response: Response, body: string) => boolean,
  ): Promise<Sent & { response?: Response }> {
    const at = Date.now();
    const start = performance.now();
    const note = (status: number, good: boolean, answer: string) => {
      const one = { kind, at, tookMs: performance.now() - start, status, isGood: good, answer };
      sent.push(one);
      return one;
    };
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      // A connection of its own: the service may close an idle one just when it is used again, which is no fault.
      // The development sign-in takes that header for a proxy's.
      const headers = path === '/sign-in' ? { ...init.headers } : { ...init.headers, connection: 'close' };
      const response = await fetch(url + path, { redirect: 'manual', signal, ...init, headers });
      const body = await response.text();
      return { ...note(response.status, isGood(response, body), body.slice(0, 300)), response };
    } catch (error) {
      return note(0, false, String(error));
    }
  }

  const mutate = (kind: string, cookie: string, query: string, variables: object, result: string) =>
    send(
      kind,
      '/graphql',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ query, variables }),
      },
      (_, body) => body.includes(`"__typename":"${result}"`),
    );

  const search = () => {
    // Half of the words are nobody's: those that are spelled alike are looked for in a transaction.
    const word = randomInt(2) ? 'music' : `gaurdian${randomInt(1000)}`;
    return send('search', `/bots?q=${word}`, {}, ({ status }) => status === 200);
  };
  async function signIn(): Promise<void> {
    const body = new URLSearchParams({ id: newUserId(), name: 'Visitor' });
    const { isGood, response } = await send(
      'sign-in',
      '/sign-in',
      { method: 'POST', body },
      ({ status }) => status === 303,
    );
    const id = /session=([^;]+)/.exec(response?.headers.getSetCookie()[0] ?? '')?.[1];
    if (isGood && id) acknowledged.sessions.push(createHash('sha256').update(id).digest('hex'));
  }
  /** Each pair of a user and a bot once. */
  const pairs = () => {
    let index = 0;
    return () => {
      const place = index % users.length;
      const bot = bots[(index + Math.floor(index / users.length)) % bots.length];
      index += 1;
      if (index > users.length * bots.length || !bot) throw new Error('Everybody has done it for every bot.');
      return { bot, userId: users[place]?.id ?? '', cookie: cookies[place] ?? '' };
    };
  };
  const [nextVote, nextReport, nextSubmitter] = [pairs(), pairs(), pairs()];
  async function vote(): Promise<void> {
    const { bot, userId, cookie } = nextVote();
    const { isGood, answer } = await mutate('vote', cookie, VOTE, { id: bot.id }, 'CastVotePayload');
    const votedAt = /"votedAt":"([^"]+)"/.exec(answer)?.[1];
    if (isGood && votedAt) acknowledged.votes.push({ botId: bot.id, userId, votedAt });
  }
  async function submit(): Promise<void> {
    const id = newBotId();
    const { isGood } = await mutate('submit', nextSubmitter().cookie, SUBMIT, { id, listing: INPUT }, 'Bot');
    if (isGood) acknowledged.submitted.push(id);
  }
  let judged = 0;
  async function approve(): Promise<void> {
    const id = acknowledged.submitted[judged];
    if (id === undefined) return;
    judged += 1;
    const { isGood } = await mutate('moderate', moderator, APPROVE, { id }, 'Bot');
    if (isGood) acknowledged.approved.push(id);
  }
  async function report(): Promise<void> {
    const { bot, userId, cookie } = nextReport();
    const { isGood } = await mutate('report', cookie, REPORT, { id: bot.id }, 'Report');
    if (isGood) acknowledged.reports.push({ botId: bot.id, userId });
  }
  const countOf = (place: number) => {
    const bot = bots[place];
    let count = 0;
    return async () => {
      count += 1;
      const body = JSON.stringify({ server_count: count });
      const init = { method: 'POST', headers: { authorization: bot?.token ?? '' }, body };
      const { isGood } = await send(
        'stats',
        `/api/v1/bots/${bot?.id}/stats`,
        init,
        ({ status }) => status === 200,
      );
      if (isGood) acknowledged.counts.set(bot?.id ?? '', count);
      // The budget of a token is 60 a minute.
      await delay(1000);
    };
  };

  const people = [
    ...[search, search, search, signIn, signIn, submit, submit, approve, vote, vote, vote, report],
    ...[countOf(0), countOf(1)],
  ];
  const working = people.map(async (act) => {
    while (!isOver) {
      await act();
      await delay(PAUSE_MS);
    }
  });
  return {
    sent,
    acknowledged,
    burst: (count) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const bot = bots[index % bots.length];
          const headers = { authorization: bot?.token ?? '' };
          return index % 2
            ? search()
            : send(
                'check',
                `/api/v1/bots/${bot?.id}/check?userId=${users[0]?.id}`,
                { headers },
                ({ status }) => status === 200,
              );
        }),
      ),
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}
