import type { AppServices } from '../../src/app.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import type { PostRequest, Sender, SendOutcome } from '../../src/net/sender.ts';
import type { TestService } from '../support/service.ts';
import { at, first, NOON, newUserId } from './support.ts';

export const RECEIVER = 'https://receiver.example/hook?source=list';

export function answered(
  status: number,
  more: Partial<SendOutcome & { kind: 'response' }> = {},
): SendOutcome {
  return {
    kind: 'response',
    status,
    durationMs: 12.4,
    excerpt: 'thank you',
    retryAfterSeconds: undefined,
    ...more,
  };
}

export interface FakeSender extends Sender {
  readonly posts: PostRequest[];
  /** What the next posts end with. */
  outcome: (request: PostRequest) => SendOutcome | Promise<SendOutcome>;
}

/** Stands where the network begins, and remembers what would have gone out. */
export function fakeSender(outcome: SendOutcome = answered(200)): FakeSender {
  const sender: FakeSender = {
    posts: [],
    outcome: () => outcome,
    vet: async () => {},
    async post(request) {
      sender.posts.push(request);
      return sender.outcome(request);
    },
    read: () => Promise.reject(new Error('Nothing is read here.')),
    close: async () => {},
  };
  return sender;
}

/** A vote of a new user for a new bot, waiting to be delivered. */
export async function newDelivery(service: TestService, time = NOON) {
  const bot = first((await service.seed({ users: 0, webhookUrl: RECEIVER })).bots);
  const userId = newUserId();
  const { votedAt } = await castVote(at(service.services, time), bot.id, userId);
  const rows = await service.services.db.sql<{ id: string }[]>`
    select id from deliveries where bot_id = ${bot.id}`;
  const deliveryId = first(rows).id;
  return {
    bot,
    userId,
    votedAt,
    deliveryId,
    request: (number: number, round = 1) => ({ deliveryId, botId: bot.id, round, number }),
  };
}

export async function deliveryOf({ db }: AppServices, id: string) {
  const rows = await db.sql<
    {
      state: string;
      round: number;
      dispatchedAt: Date | null;
      nextAttemptAt: Date | null;
      finishedAt: Date | null;
    }[]
  >`select state, round, dispatched_at as "dispatchedAt", next_attempt_at as "nextAttemptAt",
      finished_at as "finishedAt" from deliveries where id = ${id}`;
  return first(rows);
}

export async function attemptsOf({ db }: AppServices, id: string) {
  return db.sql<
    {
      round: number;
      number: number;
      startedAt: Date;
      statusCode: number | null;
      failure: string | null;
      excerpt: string;
    }[]
  >`select round, number, started_at as "startedAt", status_code as "statusCode", failure, excerpt
    from delivery_attempts where delivery_id = ${id} order by round, number`;
}
