import { requireBot } from '../domain/identity/actor.ts';
import { isSnowflake } from '../domain/kernel/ids.ts';
import { castVote, requireOldEnough } from '../domain/vote/cast.ts';
import { findVoteByToken, requireUserId, type VoteCheck, voteCheck } from '../domain/vote/check.ts';
import { listRecentVotes, listVotes, type Vote, type VotePage } from '../domain/vote/log.ts';
import { isProbe } from '../domain/vote/probe.ts';
import { cursorOf } from '../domain/vote/stream.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot, requireTokenKey } from './as-bot.ts';
import { Bot, forReaders } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot, optionalText } from './builder.ts';
import { callerErrors, voterErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byUsers } from './shapes.ts';
import { spendAsClient, spendAsUser } from './spend.ts';

/** A vote, as its bot sees it. */
export const VoteRef = record<Vote>('Vote')(
  'An entry of the append-only vote log. It contains only ids and timestamps.',
  {
    userId: ['ID', 'The id of the user who voted.'],
    votedAt: ['DateTime', 'The time of the vote.'],
    isVoided: [
      orNull('Boolean'),
      'Whether a moderator voided it, in `Bot.recentVotes`. Null elsewhere.',
      ({ isVoided }) => isVoided ?? null,
    ],
    cursor: ['String', 'The position of the vote in the log.', cursorOf],
  },
);

extend(Bot, {
  recentVotes: [
    orNull([VoteRef]),
    'The last ten votes, newest first. For owners.',
    (bot, { services }) => listRecentVotes(services, bot.id),
    forReaders,
  ],
});

const VoteLog = record<VotePage>('VoteLog')('A page of the vote log, newest first.', {
  votes: [[VoteRef], 'The entries, newest first.'],
  voided: [
    [VoteRef],
    'Those of the entries that a moderator voided. They stay in the log, and do not count.',
  ],
  nextCursor: [orNull('String'), 'The `cursor` of the next page. Null at the end of the log.'],
});

const VoteCheckRef = record<VoteCheck>('VoteCheck')('Whether a user has voted within the last 12 hours.', {
  hasVoted: ['Boolean', 'Whether the user has voted within the last 12 hours.'],
  votedAt: [orNull('DateTime'), 'The time of the vote. Null when there is none within the last 12 hours.'],
  nextVoteAt: [orNull('DateTime'), 'The time of the next possible vote: `votedAt` plus 12 hours.'],
});

builder.queryField('voteCheck', (t) =>
  t.field({
    type: VoteCheckRef,
    skipTypeScopes: true,
    description: 'Checks whether a user has voted, for example to grant a reward. 600 per minute per token.',
    args: {
      ...ofBot,
      userId: t.arg({
        type: 'JSON',
        max: SIZES.code,
        description: 'The id of the user, a string of 17 to 19 digits.',
      }),
    },
    errors: callerErrors,
    resolve: async (_, { botId, userId }, context, info) => {
      const { services } = context;
      const tokenKey = requireTokenKey(context);
      const vote = isSnowflake(userId)
        ? await findVoteByToken(services, tokenKey, userId)
        : { botId: requireBot(await context.actor()).botId, votedAt: null };
      await asBot(context, info, BUDGETS.check, { kind: 'bot', botId: vote.botId, tokenKey }, botId);
      requireUserId(userId);
      return voteCheck(vote.votedAt, services.now());
    },
  }),
);

builder.queryField('voteLog', (t) =>
  t.withAuth({ tokenHolder: true }).field({
    type: VoteLog,
    description: 'Reads the vote log of the bot that the token belongs to. 60 per minute per token.',
    complexity: ({ limit }) => ({ field: 1, multiplier: typeof limit === 'number' ? limit / 100 : 1 }),
    args: {
      ...ofBot,
      limit: t.arg({
        type: 'JSON',
        max: SIZES.code,
        description: 'Entries per page, an integer from 1 to 1000. 100 by default.',
      }),
      cursor: t.arg({ type: 'JSON', max: SIZES.cursor, description: 'The `nextCursor` of an earlier page.' }),
    },
    errors: callerErrors,
    resolve: async (_, { botId, limit, cursor }, context, info) =>
      listVotes(
        context.services,
        await asBot(context, info, BUDGETS.votes, context.viewer, botId),
        limit,
        cursor,
      ),
  }),
);

byUsers('castVote', {
  type: record<{ votedAt: Date; nextVoteAt: Date }>('CastVotePayload')('The vote is recorded.', {
    votedAt: ['DateTime', 'The time of the vote.'],
    nextVoteAt: ['DateTime', 'The time of the next possible vote.'],
  }),
  description:
    'Casts the vote of the signed-in user. One vote per bot in 12 hours. Only for approved listings.',
  args: () => ({
    ...ofBot,
    captchaToken: optionalText(
      SIZES.text,
      'The token of the captcha, if one is configured. A token is valid for one attempt.',
    ),
  }),
  budget: null,
  errors: voterErrors,
  act: async ({ botId, captchaToken }, context, info) => {
    const { services, budgets } = context;
    const { userId } = context.viewer;
    await spendAsUser(context, info, budgets.castVote);
    if (!isProbe({ botId, userId })) {
      await spendAsClient(context, info, budgets.castVoteFromAddress);
      requireOldEnough(services, userId);
      await services.captcha?.verify(captchaToken, context.client().address);
    }
    const addressHash = await services.hashAddress(context.client().key, services.now());
    return castVote(services, botId, userId, { ...context.origin(), addressHash });
  },
});
