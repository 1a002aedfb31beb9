import { setTimeout as delay } from 'node:timers/promises';
import { startSession } from '../../../src/domain/identity/sessions.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import type { Seeded } from '../../../src/seed/seed.ts';
import type { Received, Receiver } from '../../kit/receiver.ts';
import { servicesOn } from '../../kit/service-parts.ts';
import type { Stack } from '../../kit/stack.ts';
import { openVoteEvents } from '../../kit/vote-events.ts';
import { type CastEvent, type HistoryEvent, type KnownVote, WINDOW_MS } from './events.ts';

const ANSWER_MS = 15_000;
/** A token may read its log 60 times a minute, and check 600 times. */
const LOG_EVERY_MS = 1100;
const CHECK_EVERY_MS = 120;
const CAST_EVERY_MS = 100;
const VOTERS = 4;
const STREAMS_PER_BOT = 2;
/** The owner of the bots pauses a webhook for a while or sends its votes again, and so on. */
const PAUSE_EVERY_MS = 3000;
const REPLAY_EVERY_MS = 8000;
const CAST = `mutation ($id: ID!) {
  castVote(botId: $id) {
    ... on CastVotePayload { votedAt }
    ... on VoteWindowActiveError { nextVoteAt }
  }
}`;

const PAUSE =
  'mutation ($id: ID!) { result: pauseWebhook(botId: $id) { ... on Webhook { hold { reason } } } }';
const RESUME =
  'mutation ($id: ID!) { result: resumeWebhook(botId: $id) { ... on Webhook { hold { reason } } } }';

const REPLAY = `mutation ($id: ID!, $filter: ReplayFilter!) {
  result: startReplay(botId: $id, filter: $filter, perSecond: 20) { ... on Replay { id } ... on Error { message } }
}`;

type Bot = Seeded['bots'][number];

/** Clients of a service that note what they ask and what they are told. */
export interface Clients {
  /** Grows while they work. */
  readonly history: readonly HistoryEvent[];
  /** Reads each bot's log, until an answer comes. */
  readLogs(): Promise<void>;
  /** Waits until each vote of the logs has come on each stream and to the receiver. */
  settle(patienceMs: number): Promise<void>;
  /** How often the owner has paused a webhook and resumed it, and how many replays began. */
  readonly pauses: () => number;
  readonly replays: () => number;
  /** Casts, checks and pauses no more, and waits for the answers. Streams and receipts go on, and no webhook is paused. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts users who vote again and again, bots that check, read their logs and follow their streams, and notes what
 * their webhook gets. Each user has voted for each bot before, so that windows end while they work.
 *
 * @param forMs how long they will work: the windows of the earlier votes end within this time
 */
export async function startClients(
  { url, db }: Stack,
  { bots, users, ownerId }: Seeded,
  receiver: Receiver,
  forMs: number,
): Promise<Clients> {
  const history: HistoryEvent[] = [];
  const pairs = bots.flatMap((bot) => users.map(({ id }) => ({ bot, userId: id })));
  const started = Date.now();
  // Oldest first, as the votes of a bot are recorded in the order of their times.
  for (const [index, { bot, userId }] of pairs.toSorted(() => Math.random() - 0.5).entries()) {
    const at = started - WINDOW_MS + Math.floor((forMs * index) / pairs.length);
    const past = { ...servicesOn(db), now: () => new Date(at), wakeDispatcher() {} };
    const votedAt = (await castVote(past, bot.id, userId)).votedAt.getTime();
    history.push({
      kind: 'cast',
      botId: bot.id,
      userId,
      start: at,
      end: Date.now(),
      outcome: 'accepted',
      votedAt,
    });
  }
  const cookies = new Map<string, string>();
  for (const { id, name } of users)
    cookies.set(id, `session=${await startSession(servicesOn(db), { id, name })}`);

  const owner = `session=${await startSession(servicesOn(db), { id: ownerId, name: 'Owner' })}`;
  let pauses = 0;
  const pauseOne = async () => {
    const bot = bots[Math.floor(Math.random() * bots.length)] as Bot;
    await change(url, owner, PAUSE, bot);
    await delay(Math.random() * PAUSE_EVERY_MS);
    await resume(url, owner, bot);
    pauses += 1;
  };
  let replays = 0;
  const replayOne = async () => {
    const bot = bots[Math.floor(Math.random() * bots.length)] as Bot;
    const filter = {
      from: new Date(started - WINDOW_MS).toISOString(),
      to: new Date().toISOString(),
      states: ['DELIVERED'],
    };
    const begun = await change(url, owner, REPLAY, bot, { filter });
    if (begun && 'id' in begun) replays += 1;
  };

  const stopping = new AbortController();
  const leaving = new AbortController();
  const any = () => pairs[Math.floor(Math.random() * pairs.length)] as (typeof pairs)[number];
  const repeated = (everyMs: number, act: () => Promise<unknown>) =>
    repeatUntil(stopping.signal, everyMs, act);
  const work = [
    ...Array.from({ length: VOTERS }, () =>
      repeated(CAST_EVERY_MS, () => castOne(url, any(), cookies, history)),
    ),
    ...bots.map((bot) => repeated(CHECK_EVERY_MS, () => checkOne(url, { ...any(), bot }, history))),
    ...bots.map((bot) => repeated(LOG_EVERY_MS, () => readLog(url, bot, history))),
    repeated(PAUSE_EVERY_MS, pauseOne),
    repeated(REPLAY_EVERY_MS, replayOne),
  ];
  // Requests for the bots of an earlier test may still come. They do not count.
  const ownIds = new Set(bots.map(({ id }) => id));
  const received = () => receiver.received.filter(({ body }) => ownIds.has(body.bot_id));
  const streams = bots.flatMap((bot, place) =>
    Array.from({ length: STREAMS_PER_BOT }, (_, index) =>
      follow(url, bot, `stream ${place}.${index}`, history, leaving.signal),
    ),
  );
  return {
    history,
    async readLogs() {
      for (const bot of bots) while (!(await readLog(url, bot, history))) await delay(LOG_EVERY_MS);
    },
    pauses: () => pauses,
    replays: () => replays,
    settle: (patienceMs) => untilAtRest(history, received, patienceMs),
    async quiet() {
      stopping.abort();
      await Promise.all(work);
    },
    async close() {
      stopping.abort();
      leaving.abort();
      await Promise.all([...work, ...streams]);
    },
  };
}

async function repeatUntil(signal: AbortSignal, everyMs: number, act: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await act();
    await delay(everyMs);
  }
}

/** @returns the JSON of a 200; undefined when the service gave none, for whatever reason */
async function ask<Answer>(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
    const answer = (await response.json()) as Answer;
    return response.ok ? answer : undefined;
  } catch {
    return undefined;
  }
}

interface Pair {
  readonly bot: Bot;
  readonly userId: string;
}

/** @returns what the service has answered; undefined without an answer */
async function change(
  url: string,
  cookie: string,
  query: string,
  { id }: Bot,
  variables: object = {},
): Promise<object | undefined> {
  const answer = await ask<{ data?: { result?: object } | null }>(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query, variables: { id, ...variables } }),
  });
  return answer?.data?.result;
}

/** Resumes until the service says so: an answer that does not come may be of a pause that has come late. */
async function resume(url: string, cookie: string, bot: Bot): Promise<void> {
  while (!(await change(url, cookie, RESUME, bot))) await delay(500);
}

async function castOne(
  url: string,
  { bot, userId }: Pair,
  cookies: ReadonlyMap<string, string>,
  history: HistoryEvent[],
): Promise<void> {
  const start = Date.now();
  const answer = await ask<{ data?: { castVote?: { votedAt?: string; nextVoteAt?: string } } | null }>(
    `${url}/graphql`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies.get(userId) ?? '' },
      body: JSON.stringify({ query: CAST, variables: { id: bot.id } }),
    },
  );
  const { votedAt, nextVoteAt } = answer?.data?.castVote ?? {};
  const end = Date.now();
  let said: Pick<CastEvent, 'outcome' | 'votedAt'> = { outcome: 'unknown', votedAt: null };
  if (votedAt) said = { outcome: 'accepted', votedAt: Date.parse(votedAt) };
  // A window that ends between the two statements of a refusal names the present time instead of a vote.
  else if (nextVoteAt)
    said = {
      outcome: 'refused',
      votedAt: Date.parse(nextVoteAt) > end ? Date.parse(nextVoteAt) - WINDOW_MS : null,
    };
  history.push({ kind: 'cast', botId: bot.id, userId, start, end, ...said });
}

async function checkOne(url: string, { bot, userId }: Pair, history: HistoryEvent[]): Promise<void> {
  const start = Date.now();
  const said = await ask<{ votedAt: string | null }>(`${url}/api/v1/bots/${bot.id}/check?userId=${userId}`, {
    headers: { authorization: bot.token },
  });
  if (!said) return;
  const votedAt = said.votedAt === null ? null : Date.parse(said.votedAt);
  history.push({ kind: 'check', botId: bot.id, userId, start, end: Date.now(), votedAt });
}

/** @returns whether there was an answer */
async function readLog(url: string, bot: Bot, history: HistoryEvent[]): Promise<boolean> {
  const start = Date.now();
  const votes: KnownVote[] = [];
  let cursor: string | null = null;
  do {
    const page: { votes: { user_id: string; voted_at: string }[]; next_cursor: string | null } | undefined =
      await ask(
        `${url}/api/v1/bots/${bot.id}/votes?limit=1000${cursor === null ? '' : `&cursor=${cursor}`}`,
        { headers: { authorization: bot.token } },
      );
    if (!page) return false;
    votes.push(...page.votes.map((vote) => ({ userId: vote.user_id, votedAt: Date.parse(vote.voted_at) })));
    cursor = page.next_cursor;
  } while (cursor !== null);
  history.push({ kind: 'log', botId: bot.id, start, end: Date.now(), votes });
  return true;
}

/** Follows a bot's votes from the first one on, like a client that never gives up. */
async function follow(
  url: string,
  bot: Bot,
  stream: string,
  history: HistoryEvent[],
  signal: AbortSignal,
): Promise<void> {
  history.push({ kind: 'follow', botId: bot.id, stream });
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    const opened = await openVoteEvents(url, bot, { since: new Date(0).toISOString(), lastEventId }).catch(
      () => undefined,
    );
    const leave = () => opened?.leave();
    signal.addEventListener('abort', leave);
    for (let event = await opened?.next(); event; event = await opened?.next()) {
      const { id, userId, votedAt } = event;
      history.push({
        kind: 'streamed',
        botId: bot.id,
        stream,
        id,
        userId,
        votedAt: Date.parse(votedAt),
        at: Date.now(),
      });
    }
    signal.removeEventListener('abort', leave);
    opened?.leave();
    lastEventId = opened?.lastId() ?? lastEventId;
    await delay(200);
  }
}

/** Notes the requests that have come to the webhook since the last time. */
function noteReceipts(received: readonly Received[], history: HistoryEvent[]): void {
  const known = history.filter(({ kind }) => kind === 'receipt').length;
  for (const { headers, body, at } of received.slice(known)) {
    history.push({
      kind: 'receipt',
      botId: body.bot_id,
      userId: body.user_id,
      votedAt: Date.parse(body.voted_at),
      deliveryId: String(headers['x-webhook-delivery']),
      at,
    });
  }
}

/** Waits until nothing more comes that the last logs name. What is missing when the time is over is for the checker. */
async function untilAtRest(
  history: HistoryEvent[],
  received: () => readonly Received[],
  patienceMs: number,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  do {
    noteReceipts(received(), history);
    if (isAtRest(history)) return;
    await delay(200);
  } while (Date.now() < deadline);
}

function isAtRest(history: readonly HistoryEvent[]): boolean {
  const expected = new Map<string, number>();
  const came = new Set<string>();
  for (const event of history) {
    if (event.kind === 'log') expected.set(event.botId, event.votes.length);
    else if (event.kind === 'streamed') came.add(`${event.stream} ${event.id}`);
    else if (event.kind === 'receipt') came.add(`${event.botId} ${event.userId} ${event.votedAt}`);
  }
  const votes = [...expected.values()].reduce((sum, count) => sum + count, 0);
  // Each vote comes on each stream of its bot, and to its webhook.
  return came.size >= votes * (STREAMS_PER_BOT + 1);
}
