import { backOff, isTemporary } from './back-off.ts';
import { ApiError } from './errors.ts';
import type { Sleep } from './sleep.ts';
import type { Transport } from './transport.ts';
import type { Vote } from './votes.ts';

/** A vote of the stream. */
export interface LiveVote extends Vote {
  /** The position behind this vote. A stream that begins there gives the votes that follow. */
  readonly cursor: string;
}

/** Where a stream begins, and what ends it. */
export interface LiveVotesOptions {
  /** Begins with the votes since this time, or behind this `cursor`. Without it, with the votes from now on. */
  readonly since?: Date | string | undefined;
  /** Ends the stream: the loop is left without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Is told of each break of the stream, which goes on by itself, with the wait before the next try. */
  readonly onBreak?: ((error: unknown, waitMs: number) => void) | undefined;
}

interface Parts {
  readonly transport: Transport;
  /** The bot's path of the API. */
  readonly path: string;
  readonly sleep: Sleep;
  readonly random: () => number;
}

/**
 * Reads votes as they come. After a break it goes on behind the last vote: each vote comes once, and in order.
 *
 * @throws {ApiError} when the service refuses the token, the bot or the position
 */
export async function* readVotesLive(
  { transport, path, sleep, random }: Parts,
  { since, signal, onBreak }: LiveVotesOptions = {},
): AsyncGenerator<LiveVote, void, undefined> {
  let position: string | undefined;
  let failures = 0;
  const start = since instanceof Date ? since.toISOString() : since;
  while (!signal?.aborted) {
    let broken: unknown = new ApiError(`GET ${path}/votes/stream: the service has ended the stream`, 503);
    try {
      const events = transport.events({
        method: 'GET',
        path: `${path}/votes/stream`,
        ...(start !== undefined && { query: { since: start } }),
        headers: {
          accept: 'text/event-stream',
          ...(position !== undefined && { 'last-event-id': position }),
        },
        signal,
      });
      for await (const { id, data } of events) {
        failures = 0;
        if (data !== undefined && id !== undefined) {
          const { user_id, voted_at } = JSON.parse(data);
          yield { userId: user_id, votedAt: new Date(voted_at), cursor: id };
        }
        position = id;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTemporary(error)) throw error;
      broken = error;
    }
    failures += 1;
    const waitMs = backOff(failures, broken, random);
    onBreak?.(broken, waitMs);
    await sleep(waitMs, signal, true);
  }
}
