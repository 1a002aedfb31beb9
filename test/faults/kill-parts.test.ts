import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFailed, test } from 'vitest';
import { ATTEMPTS, RETRY_AFTER_MS } from '../../src/terms/schedule.ts';
import { startPushService } from '../kit/push-service.ts';
import type { Received } from '../kit/receiver.ts';
import { forFile } from '../kit/service.ts';
import { KINDS, type Kind } from '../kit/stack.ts';
import { useStack } from '../kit/use-stack.ts';
import { startNotices } from './notice-stream.ts';
import { keyOf, startVotes, type VoteStream } from './vote-stream.ts';

const SEED = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 4);
const VOTE_EVERY_MS = 100;
const LONGEST_PAUSE_MS = 4000;
/**
 * How long a kill may hold up the deliveries of votes that were accepted before it. The reconciler looks at deliveries
 * that are 45 seconds late. One that arrives sooner did not need it, also on a slow machine.
 */
const BOUND_MS = 45_000;
const PATIENCE_MS = 120_000;
/** What a round and its share of the end may take before the test is given up. */
const ROUND_MS = 5 * PATIENCE_MS;
/** Of fifty bots: four answer slowly, two refuse each delivery once, two refuse always. */
const BOTS = { slow: 4, refusingOnce: 2, refusing: 2, quick: 42 };

interface Kill {
  readonly kind: Kind;
  /** Since the first vote, in milliseconds. */
  readonly at: number;
  /** How many votes were accepted by then and had not arrived. */
  readonly waiting: number;
  /** Until all of those had arrived, in milliseconds. */
  readonly settledMs: number;
  /** Until one had arrived that was cast after the kill, in milliseconds. */
  readonly flowingMs: number;
}

interface Recorded {
  readonly key: string;
  readonly botId: string;
  readonly deliveryId: string | null;
  readonly state: string | null;
  readonly nextAttemptAt: Date | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly startedAt: Date;
    readonly isGood: boolean;
  }[];
}

const running = useStack();
const arrivals = new Map<string, Received[]>();
const push = await forFile(startPushService());

test(
  `kill -9 of web, worker, Temporal, PostgreSQL and Redis, ${ROUNDS} times each, loses no vote, delivery, notice or reminder`,
  async () => {
    const { stack, receiver } = running;
    print(`\nFAULT_SEED=${SEED} FAULT_ROUNDS=${ROUNDS}`);
    onTestFailed(() => {
      for (const kind of KINDS) print(`\nThe last of ${kind}:\n${stack.parts[kind].output().slice(-2000)}`);
    });
    const sample = await stack.seed({ bots: 50, users: 100 * ROUNDS, votes: 0, webhookUrl: receiver.url });
    const ids = sample.bots.map(({ id }) => id);
    const slow = new Set(ids.splice(0, BOTS.slow));
    const refusingOnce = new Set(ids.splice(0, BOTS.refusingOnce));
    const refusing = new Set(ids.splice(0, BOTS.refusing));
    receiver.answer = async (request) => {
      const { bot_id, user_id, voted_at } = request.body;
      const key = keyOf(bot_id, user_id, voted_at);
      const earlier = arrivals.get(key) ?? [];
      arrivals.set(key, [...earlier, request]);
      if (slow.has(bot_id)) await delay(1000);
      return refusing.has(bot_id) || (refusingOnce.has(bot_id) && earlier.length === 0) ? 500 : 200;
    };

    const notices = await startNotices(stack.db, sample, push);
    const votes = await startVotes(stack.url, sample, VOTE_EVERY_MS, arrivals);
    const start = Date.now();
    const kills: Kill[] = [];
    print('kill  part            at  waiting  all arrived after  new votes arrive after');
    for (const { kind, pauseMs } of plan()) {
      await notices.cause();
      await delay(pauseMs);
      const kill = await killOne(kind, votes, start);
      kills.push(kill);
      print(describe(kill, kills.length));
    }
    await votes.stop();
    const recorded = await untilNothingIsDue(refusing);

    await passed(Date.now(), async () => Object.keys(await notices.whatIsWrong()).length === 0);
    const told = await notices.count();
    print(`${told.notices} notices of news and reminders, ${told.pushes} pushes for them`);
    expect.soft(await notices.whatIsWrong()).toEqual({});

    const requests = receiver.received.length;
    print(
      `${votes.accepted.size} votes accepted, ${votes.failures.length} requests failed, ` +
        `${recorded.length} votes recorded; ${requests} requests for ${arrivals.size} votes, ` +
        `of which ${requests - attemptsOf(recorded)} repeat an attempt`,
    );
    for (const kind of KINDS) {
      const worst = Math.max(...kills.filter((kill) => kill.kind === kind).map(({ settledMs }) => settledMs));
      print(`worst after a kill of ${kind}: ${seconds(worst)}`);
    }
    for (const { kind, settledMs, flowingMs } of kills) {
      expect.soft(settledMs, kind).toBeLessThan(BOUND_MS);
      expect.soft(flowingMs, kind).toBeLessThan(BOUND_MS);
    }
    for (const kind of KINDS) {
      const { unaskedEnds, output } = stack.parts[kind];
      // Temporal's dev server can panic after a kill. That is one kill more, which loses nothing either.
      expect.soft(unaskedEnds.length, kind).toBeLessThanOrEqual(kind === 'Temporal' ? 1 : 0);
      if (unaskedEnds.length > 0) print(`${kind} ended by itself, and printed:\n${output().slice(-4000)}`);
    }

    const keys = new Set(recorded.map(({ key }) => key));
    expect.soft(votes.forgotten).toEqual([]);
    expect.soft([...votes.accepted.keys()].filter((key) => !keys.has(key))).toEqual([]);
    expect.soft([...arrivals.keys()].filter((key) => !keys.has(key))).toEqual([]);
    for (const vote of recorded) checkDelivery(vote, refusing.has(vote.botId));
  },
  ROUNDS * ROUND_MS,
);

/** When to kill what: in each round every part once, in another order. */
function plan(): { kind: Kind; pauseMs: number }[] {
  const pause = fc.integer({ min: 0, max: LONGEST_PAUSE_MS });
  const round = fc.record({
    order: fc.shuffledSubarray([...KINDS], { minLength: KINDS.length }),
    pauses: fc.array(pause, { minLength: KINDS.length, maxLength: KINDS.length }),
  });
  return fc
    .sample(fc.noBias(round), { seed: SEED, numRuns: ROUNDS })
    .flatMap(({ order, pauses }) => order.map((kind, index) => ({ kind, pauseMs: pauses[index] ?? 0 })));
}

async function killOne(kind: Kind, votes: VoteStream, start: number): Promise<Kill> {
  const killedAt = Date.now();
  running.stack.parts[kind].kill();
  const waiting = new Set([...votes.accepted.keys()].filter((key) => !arrivals.has(key)));
  const [settledMs, flowingMs] = await Promise.all([
    passed(killedAt, () => [...waiting].every((key) => arrivals.has(key))),
    passed(killedAt, () =>
      [...votes.accepted].some(([key, sentAt]) => sentAt > killedAt && arrivals.has(key)),
    ),
  ]);
  // Without Redis nobody is refused: requests pass uncounted.
  if (kind === 'Redis') expect.soft(votes.failures.filter((sentAt) => sentAt > killedAt)).toEqual([]);
  return { kind, at: killedAt - start, waiting: waiting.size, settledMs, flowingMs };
}

/** How long after a moment something came true, in milliseconds; infinite when it did not. */
async function passed(since: number, isTrue: () => boolean | Promise<boolean>): Promise<number> {
  while (!(await isTrue())) {
    if (Date.now() - since > PATIENCE_MS) return Number.POSITIVE_INFINITY;
    await delay(20);
  }
  return Date.now() - since;
}

/** Waits until all votes are delivered but those of bots that refuse, and reads what is recorded. */
async function untilNothingIsDue(refusing: ReadonlySet<string>): Promise<Recorded[]> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const recorded = await readRecorded();
    const isOpen = ({ state, botId, attempts }: Recorded) =>
      state === 'pending' && !(refusing.has(botId) && attempts.length > 0);
    if (!recorded.some(isOpen) || Date.now() > deadline) return recorded;
    await delay(500);
  }
}

async function readRecorded(): Promise<Recorded[]> {
  const rows = await running.stack.db.sql<(Omit<Recorded, 'key'> & { userId: string; votedAt: Date })[]>`
    select vote.bot_id as "botId", vote.user_id as "userId", vote.voted_at as "votedAt", delivery.id as "deliveryId",
      delivery.state, delivery.next_attempt_at as "nextAttemptAt",
      coalesce(json_agg(json_build_object('number', number, 'startedAt', started_at, 'isGood', failure is null)
        order by number) filter (where number is not null), '[]') as attempts
    from votes vote
    left join deliveries delivery using (bot_id, user_id, voted_at)
    left join delivery_attempts attempt on attempt.delivery_id = delivery.id
    group by vote.bot_id, vote.user_id, vote.voted_at, delivery.id`;
  return rows.map(({ userId, votedAt, attempts, ...row }) => ({
    ...row,
    key: keyOf(row.botId, userId, votedAt.toISOString()),
    attempts: attempts.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) })),
  }));
}

/** One recorded vote: it arrived, under one delivery id, and was attempted when the schedule says and not otherwise. */
function checkDelivery(
  { key, deliveryId, state, nextAttemptAt, attempts }: Recorded,
  isRefused: boolean,
): void {
  const requests = arrivals.get(key) ?? [];
  const deliveryIds = new Set(requests.map(({ headers }) => headers['x-webhook-delivery']));
  expect.soft([...deliveryIds], key).toEqual([deliveryId]);
  expect.soft(requests.length, key).toBeGreaterThanOrEqual(attempts.length);
  expect
    .soft(
      attempts.map(({ number }) => number),
      key,
    )
    .toEqual(attempts.map((_, index) => index + 1));
  const failures = attempts.filter(({ isGood }) => !isGood).length;
  const end = failures === ATTEMPTS ? 'failed' : 'pending';
  expect.soft({ state, failures }, key).toEqual({
    state: isRefused ? end : 'delivered',
    failures: isRefused ? attempts.length : attempts.length - 1,
  });
  const due = [
    ...attempts.slice(1).map(({ startedAt }) => startedAt),
    ...(nextAttemptAt ? [nextAttemptAt] : []),
  ];
  for (const [index, at] of due.entries()) {
    const waitedMs = at.getTime() - (attempts[index]?.startedAt.getTime() ?? 0);
    expect.soft(waitedMs, key).toBeGreaterThanOrEqual(RETRY_AFTER_MS[index] ?? 0);
  }
  // No more attempts than are due, and no fewer.
  if (nextAttemptAt) expect.soft(nextAttemptAt.getTime(), key).toBeGreaterThan(Date.now() - BOUND_MS);
}

function attemptsOf(recorded: readonly Recorded[]): number {
  return recorded.reduce((sum, { attempts }) => sum + attempts.length, 0);
}

function describe({ kind, at, waiting, settledMs, flowingMs }: Kill, number: number): string {
  const cells = [
    String(number).padStart(4),
    kind.padEnd(10),
    seconds(at).padStart(8),
    String(waiting).padStart(8),
    seconds(settledMs).padStart(18),
    seconds(flowingMs).padStart(23),
  ];
  return cells.join(' ');
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const print = (line: string) => process.stdout.write(`${line}\n`);
