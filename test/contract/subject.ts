import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Seeded } from '../../src/seed/seed.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';

export type Bot = Seeded['bots'][number];

/** The service of a test file, with bots enough for each test to have its own. */
interface Subject {
  readonly service: TestService;
  /** Who manages the bots. */
  readonly ownerId: string;
  /** A bot that no other test uses, and so with all of its budgets. */
  bot(): Bot;
  /** Such a bot that has never reported: the page of any other says how long ago it did, so that it changes by itself. */
  silentBot(): Promise<Bot>;
  /** A request to an endpoint of a bot, with the bot's own token. */
  ask(method: string, bot: Bot, endpoint: string, body?: unknown): Promise<Answer>;
  /** The field `result` of a GraphQL operation. */
  graphql<Result>(query: string, variables: object, cookie?: string): Promise<Result>;
  /** The commands of a bot as the public schema shows them. */
  commandsOf(bot: Bot): Promise<unknown>;
  /** Puts a vote into the log and into the window. */
  addVote(bot: Bot, userId: string, votedAt: Date): Promise<void>;
}

/** Starts a service before the tests of a file and closes it after them. */
export function useService(bots: number, environment: Record<string, string> = {}): Subject {
  let service: TestService | undefined;
  let seeded: Seeded | undefined;
  let used = 0;
  beforeAll(async () => {
    service = await startService(environment);
    seeded = await service.seed({ bots, users: 0 });
  });
  afterAll(() => service?.close());
  const graphql = async <Result>(query: string, variables: object, cookie?: string): Promise<Result> => {
    const answer = await present(service).graphql(query, variables, cookie === undefined ? {} : { cookie });
    return present(answer.data?.result) as Result;
  };
  const bot = () => present(seeded?.bots[used++]);
  return {
    graphql,
    async commandsOf({ id }) {
      const bot = await graphql<{ commands: unknown }>(
        'query ($id: ID!) { result: bot(botId: $id) { commands { name description } } }',
        { id },
      );
      return bot.commands;
    },
    get service() {
      return present(service);
    },
    get ownerId() {
      return present(seeded).ownerId;
    },
    bot,
    async silentBot() {
      const silent = bot();
      const { sql } = present(service).services.db;
      await sql`update bot_stats set checked_in_at = null where bot_id = ${silent.id}`;
      return silent;
    },
    ask: (method, bot, endpoint, body) =>
      present(service).call(method, `/api/v1/bots/${bot.id}/${endpoint}`, {
        token: bot.token,
        ...(body !== undefined && { body }),
      }),
    async addVote(bot, userId, votedAt) {
      const { sql } = present(service).services.db;
      await sql`insert into votes (bot_id, user_id, voted_at) values (${bot.id}, ${userId}, ${votedAt})`;
      await sql`
        insert into vote_windows (bot_id, user_id, voted_at) values (${bot.id}, ${userId}, ${votedAt})
        on conflict (bot_id, user_id) do update set voted_at = greatest(vote_windows.voted_at, excluded.voted_at)`;
    },
  };
}

/** A user id of 18 digits that nobody has. */
export function newUserId(): string {
  return String(300_000_000_000_000_000n + BigInt(randomBytes(6).readUIntBE(0, 6)));
}

/** @throws when there is none: a mistake of the test */
export function present<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('Something that the test needs is missing.');
  return value;
}

/** A failure of section 7: its status, JSON exactly, and `error`, one sentence, as the only member. */
export function expectFailure(answer: Answer, status: number, error: unknown = expect.any(String)): void {
  expect(answer).toMatchObject({ status });
  expect(answer.body).toEqual({ error });
  expect(answer.body.error).toMatch(/^(?!.*\. )\S.*\.$/);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

/** A request with nothing between the test and the wire: any path, any header, a body in pieces. */
export function send(
  base: string,
  method: string,
  path: string,
  {
    headers = {},
    pieces = [],
  }: { headers?: Record<string, string>; pieces?: readonly (string | Uint8Array)[] } = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({ hostname, port, method, path, headers, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(parts).toString(),
      });
    });
    sent.on('error', reject);
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });
}
