import { type CommandList, readCommands } from './commands.ts';
import { requireId } from './ids.ts';
import { type Reporting, type ReportingOptions, startReporting } from './reporting.ts';
import { sleepByTimer } from './sleep.ts';
import { type CallOptions, createTransport, type TransportOptions } from './transport.ts';
import { checkVote, readVotes, type Vote, type VoteCheck, type VotesOptions } from './votes.ts';
import { type LiveVote, type LiveVotesOptions, readVotesLive } from './votes-live.ts';

/** Above it, the service refuses a server count. */
const MAX_COUNT = 2 ** 31 - 1;

/** Where the service is, and which bot this is. */
export interface ClientOptions extends TransportOptions {
  /** The bot's application id. */
  readonly botId: string;
}

/**
 * A bot's connection to its listing. Each call is repeated after a 429, a status of 500 or above, or no response. Then
 * it rejects with an `ApiError` or a `NetworkError`. No error holds the token.
 */
export interface Client {
  /**
   * Reports the server count once. 60 per minute.
   *
   * @param serverCount the sum of all shards: a whole number from 0 to 2 147 483 647
   * @returns the count that the service stored
   * @throws {RangeError} for any other number
   */
  reportStats(serverCount: number, options?: CallOptions): Promise<number>;
  /**
   * Reports the server count now and then again and again, and publishes the commands whenever they change. It never
   * rejects, and nothing that fails ends it. A second call ends the reports of the first.
   *
   * @throws {RangeError} when `everyMs` is not above 0
   */
  startReporting(options: ReportingOptions): Reporting;
  /**
   * Replaces the commands on the bot's page. 10 per minute.
   *
   * @param commands at most 100, as an array, a set, a map or a discord.js `Collection`
   * @returns how many commands the page shows
   */
  putCommands(commands: CommandList, options?: CallOptions): Promise<number>;
  /** Tells whether a user has voted within the last 12 hours. 600 per minute. */
  checkVote(userId: string, options?: CallOptions): Promise<VoteCheck>;
  /** Reads the log of votes to its end, newest first. 60 pages per minute; it waits for the limit. */
  votes(options?: VotesOptions): AsyncGenerator<Vote, void, undefined>;
  /**
   * Reads votes as they come, oldest first, each once. After a break it goes on where it was. Five streams of a token.
   *
   * @throws {ApiError} when the service refuses the token, the bot or the start
   */
  votesLive(options?: LiveVotesOptions): AsyncGenerator<LiveVote, void, undefined>;
}

/**
 * Makes a client. It sends nothing yet.
 *
 * @throws {TypeError} when the base URL, the bot's id or the token cannot be right
 */
export function createClient(options: ClientOptions): Client {
  const { botId, sleep = sleepByTimer, random = Math.random } = options;
  requireId('a bot', botId);
  const transport = createTransport(options);
  const path = `/api/v1/bots/${botId}`;
  let reporting: Reporting | undefined;

  async function report(serverCount: number, call?: CallOptions) {
    if (!Number.isInteger(serverCount) || serverCount < 0 || serverCount > MAX_COUNT) {
      throw new RangeError(`The server count must be a whole number from 0 to ${MAX_COUNT}.`);
    }
    return transport.request<{ server_count: number }>({
      ...call,
      method: 'POST',
      path: `${path}/stats`,
      body: { server_count: serverCount },
    });
  }

  async function put(commands: object[], call?: CallOptions) {
    const request = { ...call, method: 'PUT', path: `${path}/commands`, body: { commands } } as const;
    return (await transport.request<{ count: number }>(request)).body.count;
  }

  return {
    reportStats: async (serverCount, call) => (await report(serverCount, call)).body.server_count,
    startReporting(reportingOptions) {
      reporting?.stop();
      const after = reporting?.done ?? Promise.resolve();
      const reportNext = async (serverCount: number, call: CallOptions) =>
        (await report(serverCount, call)).waitMs;
      reporting = startReporting({ report: reportNext, put, sleep, random, after }, reportingOptions);
      return reporting;
    },
    putCommands: async (commands, call) => put(readCommands(commands), call),
    checkVote: (userId, call) => checkVote(transport, path, userId, call),
    votes: (votesOptions) => readVotes(transport, path, votesOptions),
    votesLive: (liveOptions) => readVotesLive({ transport, path, sleep, random }, liveOptions),
  };
}
