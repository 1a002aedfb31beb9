import { afterAll, beforeAll } from 'vitest';
import type { Seeded } from '../../src/seed/seed.ts';
import { present } from './present.ts';
import { type Answer, fieldOf, startService, type TestService } from './service.ts';

export type Bot = Seeded['bots'][number];

/** The service of a test file, with enough bots for each test to have its own. */
export interface Subject {
  readonly service: TestService;
  readonly services: TestService['services'];
  readonly signIn: TestService['signIn'];
  /** The owner of all the bots. */
  readonly ownerId: string;
  /** A bot that no other test uses: none of its rate limits has been used. */
  bot(): Bot;
  /** Such a bot that never reported stats. The page of any other shows the time since, and so changes by itself. */
  silentBot(): Promise<Bot>;
  /** Sends a request to an endpoint of a bot, with the bot's own token. */
  ask(method: string, bot: Bot, endpoint: string, body?: unknown): Promise<Answer>;
  /** The field `result` of a GraphQL operation. */
  graphql<Result>(query: string, variables: object, cookie?: string): Promise<Result>;
  /** The commands of a bot as the public schema shows them. */
  commandsOf(bot: Bot): Promise<unknown>;
  /** Puts a vote of any time into the log and into the window. */
  addVote(bot: Bot, userId: string, votedAt: Date): Promise<void>;
}

/**
 * Starts a service before the tests of a file and closes it after them.
 *
 * @param bots how many approved sample bots to make
 * @param environment variables over those of the run
 * @param start `startOwnService` for tests that look at all listings, which other tests would change
 */
export function useService(
  bots: number,
  environment: Record<string, string> = {},
  start: (environment: Record<string, string>) => Promise<TestService> = startService,
): Subject {
  let service: TestService | undefined;
  let seeded: Seeded | undefined;
  let used = 0;
  beforeAll(async () => {
    service = await start(environment);
    seeded = await service.seed({ bots, users: 0 });
  });
  afterAll(() => service?.close());

  const bot = () => present(seeded?.bots[used++]);
  const graphql = async <Result>(query: string, variables: object, cookie?: string): Promise<Result> => {
    const answer = await present(service).graphql(query, variables, cookie === undefined ? {} : { cookie });
    return fieldOf(answer, 'result');
  };
  return {
    get service() {
      return present(service);
    },
    get services() {
      return present(service).services;
    },
    signIn: (...user) => present(service).signIn(...user),
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
    ask: (method, { id, token }, endpoint, body) =>
      present(service).call(method, `/api/v1/bots/${id}/${endpoint}`, {
        token,
        ...(body !== undefined && { body }),
      }),
    graphql,
    async commandsOf({ id }) {
      const { commands } = await graphql<{ commands: unknown }>(
        'query ($id: ID!) { result: bot(botId: $id) { commands { name description } } }',
        { id },
      );
      return commands;
    },
    async addVote(bot, userId, votedAt) {
      const { sql } = present(service).services.db;
      await sql`insert into votes (bot_id, user_id, voted_at) values (${bot.id}, ${userId}, ${votedAt})`;
      await sql`
        insert into vote_windows (bot_id, user_id, voted_at) values (${bot.id}, ${userId}, ${votedAt})
        on conflict (bot_id, user_id) do update set voted_at = greatest(vote_windows.voted_at, excluded.voted_at)`;
    },
  };
}
