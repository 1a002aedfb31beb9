import { requireBot } from '../domain/identity/actor.ts';
import { DomainError, RateLimitedError } from '../domain/kernel/errors.ts';
import type { Watching } from '../domain/kernel/watch.ts';
import { requireOwnListing, requireReader } from '../domain/ownership/permissions.ts';
import type { Vote } from '../domain/vote/log.ts';
import {
  cursorOf,
  readVotesAfter,
  startOfStream,
  tokenKeyOf,
  VOTES_PER_READ,
} from '../domain/vote/stream.ts';
import { pause } from '../lib/pause.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot } from './as-bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot } from './builder.ts';
import type { Context } from './context.ts';
import { managerErrors } from './errors.ts';
import { record } from './record.ts';
import { VoteRef } from './vote.ts';
import { WATCH_LIMIT, watchedSeries } from './watched.ts';

/** Votes that a stream sends at once, oldest first, and the last vote so far. */
interface NewVotes {
  readonly votes: readonly Vote[];
  readonly last: Vote;
}

const NewVotesRef = record<NewVotes>('NewVotes')('Votes that were added to the log.', {
  votes: [[VoteRef], 'At most 100, oldest first. The first event of a stream may have none.'],
  cursor: [
    'String',
    'The position after them, for `since` of the next stream.',
    ({ last }) => cursorOf(last),
  ],
});

const Result = builder.unionType('NewVotesResult', {
  description: 'Votes, or the reason why the stream is refused or ends.',
  types: [NewVotesRef, ...managerErrors.types],
  resolveType: (event) => ('refusal' in event ? String(event.refusal) : NewVotesRef),
});

const DESCRIPTION = [
  'Sends the votes of a bot as they are added to the log: each one once, in the order of the log.',
  'For the bot with its token, and for its team.',
  'When the stream ends, start the next one with the last `cursor` as `since`: no vote is missing or comes twice.',
  'With a session it ends after ten minutes.',
  'A token starts streams and reads pages of `voteLog` 60 times per minute.',
  WATCH_LIMIT,
].join(' ');

builder.subscriptionField('newVotes', (t) =>
  t.field({
    type: Result,
    description: DESCRIPTION,
    args: {
      ...ofBot,
      since: t.arg({
        type: 'JSON',
        max: SIZES.cursor,
        description:
          'Where to begin: the cursor of the last vote that you have, or a time. By default with the next vote.',
      }),
    },
    subscribe: (_, { botId, since }, context, info) =>
      watchedSeries(() => openStream(context, info, botId), votesSince(context, botId, since)),
    resolve: (event) => (event instanceof DomainError ? asResult(event) : event),
  }),
);

/** GraphQL takes every Error as thrown, also where its type is one of a union. */
function asResult(error: DomainError): NewVotes {
  return { ...error, message: error.message, refusal: error.constructor.name } as never;
}

/** A place may become free whenever another stream ends. */
const RETRY_SECONDS = 5;

/** @throws {DomainError} in the order of the contract: 401, 429, 404; then 429 for too many streams */
async function openStream(
  context: Context,
  info: Parameters<typeof asBot>[1],
  botId: string,
): Promise<Watching> {
  const { services } = context;
  const actor = await context.actor();
  const watch = (viewer: string, lifetimeMs?: number) => services.voteWatch.open(botId, viewer, lifetimeMs);
  let watching: Watching | undefined;
  if (actor.kind === 'user') {
    await requireReader(services, actor, botId);
    watching = watch(actor.userId);
  } else {
    const bot = requireBot(actor);
    await asBot(context, info, BUDGETS.votes, bot, botId);
    // The watch notices another token. So nothing has to end these streams, which would all come back.
    watching = watch(bot.tokenKey, Number.POSITIVE_INFINITY);
  }
  if (!watching) throw new RateLimitedError(RETRY_SECONDS, 'stream.tooMany');
  return watching;
}

/** A client that is far behind gets 2000 votes a second. */
const BEHIND_PAUSE_MS = 50;

/** Makes the reads of one stream, each of which begins where the one before ended. */
function votesSince(
  context: Context,
  botId: string,
  since: unknown,
): (latest: Watching['latest']) => AsyncIterable<NewVotes> {
  const { services } = context;
  let last: Vote | undefined;
  return async function* (latest) {
    let isFirst = last === undefined;
    let isBehind: boolean;
    last ??= await startOfStream(services, botId, since);
    do {
      const after: Vote = last;
      const read = () => readVotesAfter(services, { botId, after });
      const votes = await (isFirst
        ? read()
        : patiently(services, latest, async (fingerprint) => {
            await requireRights(context, botId, tokenKeyOf(fingerprint));
            return read();
          }));
      if (!votes) return;
      last = votes.at(-1) ?? after;
      // The first event tells where the stream begins.
      if (isFirst || votes.length > 0) yield { votes, last };
      isFirst = false;
      isBehind = votes.length === VOTES_PER_READ;
      if (isBehind) await pause(BEHIND_PAUSE_MS);
    } while (isBehind);
  };
}

/** Rights can end while the stream is open. Those of a token last as long as it is the valid one. */
async function requireRights(
  { services, tokenKey, identify }: Context,
  botId: string,
  validTokenKey: string,
): Promise<void> {
  if (tokenKey() === validTokenKey) return;
  const viewer = await identify();
  if (viewer.kind === 'user') await requireReader(services, viewer, botId);
  else requireOwnListing(requireBot(viewer), botId);
}

const TRIES = 60;
const NEXT_TRY_MS = 1000;

/**
 * Repeats a read for a minute. So a restart of the database ends no stream. A fault that may not end by itself is known
 * from the first try.
 *
 * @returns undefined when the watch has ended
 */
async function patiently<Result>(
  { onFault }: Context['services'],
  latest: Watching['latest'],
  read: (fingerprint: string) => Promise<Result>,
): Promise<Result | undefined> {
  for (let tries = 1; ; tries++) {
    const fingerprint = latest();
    if (fingerprint === undefined) return undefined;
    try {
      return await read(fingerprint);
    } catch (error) {
      if (error instanceof DomainError || tries === TRIES) throw error;
      if (tries === 1) onFault(error, 'newVotes');
      await pause(NEXT_TRY_MS);
    }
  }
}
