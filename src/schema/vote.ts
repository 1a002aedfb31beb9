import { requireOldEnough } from '../domain/vote/account-age.ts';
import { castVote } from '../domain/vote/cast.ts';
import { checkVote, type VoteCheck } from '../domain/vote/check.ts';
import { listVotes, type Vote } from '../domain/vote/log.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBot } from './as-bot.ts';
import { builder, ofBot } from './builder.ts';
import { tokenErrors, voterErrors } from './errors.ts';
import { spendAsClient, spendAsUser } from './spend.ts';

const VoteRef = builder.objectRef<Vote>('Vote').implement({
  description: 'An entry of the append-only log of votes: ids and timestamps only.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Who voted.' }),
    votedAt: t.expose('votedAt', { type: 'DateTime', description: 'When.' }),
  }),
});

const VoteLog = builder
  .objectRef<{ votes: readonly Vote[]; nextCursor: string | null }>('VoteLog')
  .implement({
    description: 'A page of the log of votes, newest first.',
    fields: (t) => ({
      votes: t.field({ type: [VoteRef], description: 'Newest first.', resolve: (page) => page.votes }),
      nextCursor: t.exposeString('nextCursor', {
        nullable: true,
        description: 'Where the next page begins; null at the end of the log.',
      }),
    }),
  });

const VoteCheckRef = builder.objectRef<VoteCheck>('VoteCheck').implement({
  description: 'Whether a user has voted within the last 12 hours.',
  fields: (t) => ({
    hasVoted: t.exposeBoolean('hasVoted', { description: 'Whether the vote is inside the 12-hour window.' }),
    votedAt: t.expose('votedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When, if within the window.',
    }),
    nextVoteAt: t.expose('nextVoteAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user can vote again: `votedAt` plus 12 hours.',
    }),
  }),
});

const CastVotePayload = builder.objectRef<{ votedAt: Date; nextVoteAt: Date }>('CastVotePayload').implement({
  description: 'The vote is recorded.',
  fields: (t) => ({
    votedAt: t.expose('votedAt', { type: 'DateTime', description: 'When it was recorded.' }),
    nextVoteAt: t.expose('nextVoteAt', { type: 'DateTime', description: 'When voting opens again.' }),
  }),
});

builder.queryField('voteCheck', (t) =>
  t.withAuth({ tokenHolder: true }).field({
    type: VoteCheckRef,
    description: 'Tells a bot whether a user can claim a perk now. 600 a minute per token.',
    args: {
      ...ofBot,
      userId: t.arg({ type: 'JSON', description: 'The id of the user, a string of 17 to 19 digits.' }),
    },
    errors: tokenErrors,
    resolve: async (_, { botId, userId }, context, info) =>
      checkVote(context.services, await asBot(context, info, BUDGETS.check, botId), userId),
  }),
);

builder.queryField('voteLog', (t) =>
  t.withAuth({ tokenHolder: true }).field({
    type: VoteLog,
    description: 'Reads the log of votes of the bot that the token belongs to. 60 a minute per token.',
    complexity: ({ limit }) => ({ field: 1, multiplier: typeof limit === 'number' ? limit / 100 : 1 }),
    args: {
      ...ofBot,
      limit: t.arg({
        type: 'JSON',
        description: 'Entries a page, an integer from 1 to 1000; 100 by default.',
      }),
      cursor: t.arg({ type: 'JSON', description: 'A `nextCursor` that an earlier page gave.' }),
    },
    errors: tokenErrors,
    resolve: async (_, { botId, limit, cursor }, context, info) =>
      listVotes(context.services, await asBot(context, info, BUDGETS.votes, botId), limit, cursor),
  }),
);

builder.mutationField('castVote', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: CastVotePayload,
    description: 'Casts the vote of the signed-in user: one per bot in 12 hours, for approved listings only.',
    args: {
      ...ofBot,
      captchaToken: t.arg.string({
        description: 'What the captcha gave, where one is configured; each is good for one attempt.',
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
      return castVote(services, botId, userId);
    },
  }),
);
