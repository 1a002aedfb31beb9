import { requireBot } from '../domain/identity/actor.ts';
import { isSnowflake } from '../domain/kernel/ids.ts';
import { castVote, requireOldEnough } from '../domain/vote/cast.ts';
import { findVoteByToken, requireUserId, type VoteCheck, voteCheck } from '../domain/vote/check.ts';
import { listRecentVotes, listVotes, type Vote, type VotePage } from '../domain/vote/log.ts';
import { cursorOf } from '../domain/vote/stream.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot, requireTokenKey } from './as-bot.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot } from './builder.ts';
import { callerErrors, voterErrors } from './errors.ts';
import { spendAsClient, spendAsUser } from './spend.ts';

/** A vote, as its bot sees it. */
export const VoteRef = builder.objectRef<Vote>('Vote').implement({
  description: 'An entry of the append-only vote log. It contains only ids and timestamps.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id of the user who voted.' }),
    votedAt: t.expose('votedAt', { type: 'DateTime', description: 'The time of the vote.' }),
    isVoided: t.boolean({
      nullable: true,
      description: 'Whether a moderator voided it, in `Bot.recentVotes`. Null elsewhere.',
      resolve: ({ isVoided }) => isVoided ?? null,
    }),
    cursor: t.string({ description: 'The position of the vote in the log.', resolve: cursorOf }),
  }),
});

builder.objectField(Bot, 'recentVotes', (t) =>
  t.field({
    type: [VoteRef],
    nullable: true,
    description: 'The last ten votes, newest first. For owners.',
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: (bot, _, { services }) => listRecentVotes(services, bot.id),
  }),
);

const VoteLog = builder.objectRef<VotePage>('VoteLog').implement({
  description: 'A page of the vote log, newest first.',
  fields: (t) => ({
    votes: t.expose('votes', {
      type: [VoteRef],
      description: 'The entries, newest first.',
    }),
    voided: t.expose('voided', {
      type: [VoteRef],
      description: 'Those of the entries that a moderator voided. They stay in the log, and do not count.',
    }),
    nextCursor: t.exposeString('nextCursor', {
      nullable: true,
      description: 'The `cursor` of the next page. Null at the end of the log.',
    }),
  }),
});

const VoteCheckRef = builder.objectRef<VoteCheck>('VoteCheck').implement({
  description: 'Whether a user has voted within the last 12 hours.',
  fields: (t) => ({
    hasVoted: t.exposeBoolean('hasVoted', {
      description: 'Whether the user has voted within the last 12 hours.',
    }),
    votedAt: t.expose('votedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the vote. Null when there is none within the last 12 hours.',
    }),
    nextVoteAt: t.expose('nextVoteAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next possible vote: `votedAt` plus 12 hours.',
    }),
  }),
});

const CastVotePayload = builder.objectRef<{ votedAt: Date; nextVoteAt: Date }>('CastVotePayload').implement({
  description: 'The vote is recorded.',
  fields: (t) => ({
    votedAt: t.expose('votedAt', { type: 'DateTime', description: 'The time of the vote.' }),
    nextVoteAt: t.expose('nextVoteAt', {
      type: 'DateTime',
      description: 'The time of the next possible vote.',
    }),
  }),
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

builder.mutationField('castVote', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: CastVotePayload,
    description:
      'Casts the vote of the signed-in user. One vote per bot in 12 hours. Only for approved listings.',
    args: {
      ...ofBot,
      captchaToken: t.arg.string({
        max: SIZES.text,
        description: 'The token of the captcha, if one is configured. A token is valid for one attempt.',
      }),
    },
    errors: voterErrors,
    resolve: async (_, { botId, captchaToken }, context, info) => {
      const { services, budgets } = context;
      const { userId } = context.viewer;
      await spendAsUser(context, info, budgets.castVote);
      await spendAsClient(context, info, budgets.castVoteFromAddress);
      requireOldEnough(services, userId);
      await services.captcha?.verify(captchaToken, context.client().address);
      const addressHash = await services.hashAddress(context.client().key, services.now());
      return castVote(services, botId, userId, { ...context.origin(), addressHash });
    },
  }),
);
