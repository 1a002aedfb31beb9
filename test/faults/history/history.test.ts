import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import type { Seeded } from '../../../src/seed/seed.ts';
import { first } from '../../kit/present.ts';
import { KINDS } from '../../kit/stack.ts';
import { useStack } from '../../kit/use-stack.ts';
import { checkHistory, type Violation } from './check.ts';
import { type Clients, startClients } from './clients.ts';
import type { CastEvent, HistoryEvent } from './events.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2);
const BOTS = 3;
const USERS = 25;
const PAUSE_MS = 3000;
const PATIENCE_MS = 120_000;
const HOUR_MS = 60 * 60 * 1000;

const running = useStack();

/** Runs clients while something happens, and checks what they were told. */
async function violationsOf(
  forMs: number,
  happens: (sample: Seeded, clients: Clients) => Promise<void>,
  patienceMs = PATIENCE_MS,
): Promise<readonly Violation[]> {
  const { stack, receiver } = running;
  receiver.received.length = 0;
  const sample = await stack.seed({ bots: BOTS, users: USERS, votes: 0, webhookUrl: receiver.url });
  const clients = await startClients(stack, sample, receiver, forMs);
  try {
    await happens(sample, clients);
    await clients.quiet();
    await clients.readLogs();
    await clients.settle(patienceMs);
  } finally {
    await clients.close();
  }
  const named = (event: HistoryEvent) => (event.kind === 'cast' ? `cast ${event.outcome}` : event.kind);
  const counts = [...Map.groupBy(clients.history, named)].toSorted();
  print(counts.map(([name, events]) => `${events.length} × ${name}`).join(', '));
  return checkHistory(clients.history);
}

test(
  `through ${ROUNDS} kills of each part, pauses and replays, whatever clients are told keeps what the contract promises`,
  async () => {
    const { stack } = running;
    onTestFailed(() => {
      for (const kind of KINDS) print(`\nThe last of ${kind}:\n${stack.parts[kind].output().slice(-2000)}`);
    });
    const forMs = ROUNDS * KINDS.length * PAUSE_MS;
    const violations = await violationsOf(forMs, async ({ bots, users }, clients) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const kind of KINDS) {
          await delay(PAUSE_MS);
          const killedAt = Date.now();
          stack.parts[kind].kill();
          await told(clients, (history) => history.findLast((event) => isAnswered(event, killedAt)));
        }
      }
      await delay(PAUSE_MS);
      const outcomes = Map.groupBy(clients.history, (event) => event.kind === 'cast' && event.outcome);
      expect(clients.pauses()).toBeGreaterThan(3);
      expect(clients.replays()).toBeGreaterThan(1);
      print(`${clients.pauses()} pauses, ${clients.replays()} replays`);
      const before = bots.length * users.length;
      expect(outcomes.get('accepted')?.length).toBeGreaterThan(before + 20);
      for (const outcome of ['refused', 'unknown'] as const)
        expect(outcomes.has(outcome), outcome).toBe(true);
    });
    expect(violations).toEqual([]);
  },
  60_000 + ROUNDS * KINDS.length * 60_000,
);

const isAnswered = (event: HistoryEvent, since: number) =>
  event.kind === 'cast' && event.start > since && event.outcome !== 'unknown';

/** Waits for something that a client was told. */
async function told<Found>(
  clients: Clients,
  find: (history: Clients['history']) => Found | undefined,
): Promise<Found> {
  for (;;) {
    const found = find(clients.history);
    if (found !== undefined) return found;
    await delay(20);
  }
}

/** The next vote that the service accepts for the first bot, as its user is told: of one user, or of anybody. */
async function newVote({ bots }: Seeded, clients: Clients, of?: string) {
  const from = clients.history.length;
  const botId = first(bots).id;
  const isNew = (event: HistoryEvent) =>
    event.kind === 'cast' &&
    event.botId === botId &&
    event.outcome === 'accepted' &&
    event.userId === (of ?? event.userId);
  const { userId, votedAt } = (await told(clients, (history) =>
    history.slice(from).find(isNew),
  )) as CastEvent;
  return { botId, userId, at: new Date(votedAt ?? Number.NaN) };
}

interface Fault {
  readonly named: string;
  readonly rule: Violation['rule'];
  readonly happens: (sample: Seeded, clients: Clients) => Promise<void>;
}

const FAULTS: readonly Fault[] = [
  {
    named: 'a window that is forgotten, so that a user votes twice in it',
    rule: 'one vote in a window',
    async happens(sample, clients) {
      const { botId, userId } = await newVote(sample, clients);
      await running.stack.db.sql`delete from vote_windows where bot_id = ${botId} and user_id = ${userId}`;
      await newVote(sample, clients, userId);
    },
  },
  {
    named: 'a vote that is lost after its answer',
    rule: 'no acknowledged vote is missing',
    async happens(sample, clients) {
      const { botId, userId, at } = await newVote(sample, clients);
      await running.stack.db.sql`
        delete from votes where bot_id = ${botId} and user_id = ${userId} and voted_at = ${at}`;
    },
  },
  {
    named: 'a vote that becomes visible behind the position of the streams',
    rule: 'log and streams are equal',
    async happens(sample, clients) {
      const { botId, userId, at } = await newVote(sample, clients);
      await told(clients, (history) =>
        history.find(
          (event) => event.kind === 'streamed' && event.botId === botId && event.votedAt === at.getTime(),
        ),
      );
      await running.stack.db.sql`
        update votes set voted_at = voted_at - interval '1 hour'
        where bot_id = ${botId} and user_id = ${userId} and voted_at = ${at}`;
    },
  },
  {
    named: 'a delivery that is doubled under another id',
    rule: 'each vote has one id',
    async happens(sample, clients) {
      const { botId, userId, at } = await newVote(sample, clients);
      await running.stack.db.sql`
        insert into deliveries (id, bot_id, kind, user_id, voted_at, state, created_at)
        select gen_random_uuid(), bot_id, kind, user_id, voted_at, 'pending', created_at from deliveries
        where bot_id = ${botId} and user_id = ${userId} and voted_at = ${at}`;
    },
  },
  {
    named: 'reads that show an older state for a while',
    rule: 'reads never go back',
    async happens(sample, clients) {
      const { botId, userId, at } = await newVote(sample, clients);
      const logsOf = () =>
        clients.history.filter((event) => event.kind === 'log' && event.botId === botId).length;
      const more = async () => {
        const before = logsOf();
        await told(clients, () => (logsOf() > before + 1 ? true : undefined));
      };
      await more();
      const put = (from: Date, to: Date) => running.stack.db.sql`
        update votes set voted_at = ${to} where bot_id = ${botId} and user_id = ${userId} and voted_at = ${from}`;
      const elsewhere = new Date(at.getTime() - 30 * 24 * HOUR_MS);
      await put(at, elsewhere);
      await more();
      await put(elsewhere, at);
    },
  },
];

test.each(FAULTS)(
  'the checker finds $named',
  async ({ happens, rule }) => {
    const violations = await violationsOf(
      4000,
      async (sample, clients) => {
        await happens(sample, clients);
        await delay(2000);
      },
      5000,
    );
    expect(violations.map((violation) => violation.rule)).toContain(rule);
  },
  180_000,
);

test('the checker finds nothing when nothing is put in', async () => {
  expect(await violationsOf(4000, () => delay(6000))).toEqual([]);
});

const print = (line: string) => process.stdout.write(`${line}\n`);
