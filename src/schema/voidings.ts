import { isModerator } from '../domain/identity/actor.ts';
import {
  listVoidings,
  MAX_VOIDED,
  restoreVotes,
  type Voiding,
  voidVotes,
} from '../domain/moderation/void-votes.ts';
import type { SignalKind, SignalOfUser, SignalVoter, VoteSignal } from '../domain/moderation/vote-signals.ts';
import { Bot, presentListing } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, ofBot } from './builder.ts';
import { moderatorErrors } from './errors.ts';

const NAME = 'The name of the moderator, for moderators only. Null when the account is erased.';

const VoidingRef = builder.objectRef<Voiding>('VoteVoiding').implement({
  description: 'Votes that a moderator made not count.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    reason: t.exposeString('reason', { description: 'What the moderator wrote to the managers of the bot.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was.' }),
    voteCount: t.exposeInt('votes', { description: 'The number of votes.' }),
    restoredAt: t.expose('restoredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the votes counted again. Null while they do not.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description: NAME,
    }),
    restoredByName: t.exposeString('restoredByName', {
      nullable: true,
      description: NAME,
    }),
  }),
});

builder.objectField(Bot, 'voidings', (t) =>
  t
    .withAuth((bot) => ({ readerOrModeratorOf: bot.id }))
    .field({
      type: [VoidingRef],
      nullable: true,
      description:
        'The voided votes since the last take-over, newest first, at most 50. For its team and moderators.',
      resolve: async (bot, _, { services, viewer }) => {
        const voidings = await listVoidings(services, bot.id);
        // Moderators act for the service, as in the history of a listing.
        return isModerator(viewer)
          ? voidings
          : voidings.map((voiding) => ({ ...voiding, userName: null, restoredByName: null }));
      },
    }),
);

builder.mutationField('voidVotes', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      `Makes at most ${MAX_VOIDED} votes not count: in totals, ranks, charts and \`voteCheck\`. They stay in the log. ` +
      'Deliveries of them that wait are cancelled, and the managers are told. For moderators, except on their own listing.',
    args: {
      ...ofBot,
      userIds: t.arg.idList({
        required: true,
        maxItems: SIZES.items,
        description: `Whose votes, 1 to ${MAX_VOIDED} users.`,
      }),
      from: t.arg({ type: 'DateTime', required: true, description: 'Votes from this time.' }),
      until: t.arg({
        type: 'DateTime',
        required: true,
        description: 'Votes before this time, which is at most 31 days later.',
      }),
      reason: t.arg.string({
        required: true,
        max: SIZES.text,
        description: '10 to 500 characters, shown to the managers.',
      }),
    },
    errors: moderatorErrors,
    resolve: async (_, { botId, ...voiding }, { services, viewer }) => {
      await voidVotes(services, viewer.userId, botId, voiding);
      return presentListing(services, botId);
    },
  }),
);

builder.mutationField('restoreVotes', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      'Makes voided votes count again. Their cancelled deliveries are sent. For moderators, except on their own listing.',
    args: { ...ofBot, voidingId: t.arg.id({ required: true, description: 'Which of `Bot.voidings`.' }) },
    errors: moderatorErrors,
    resolve: async (_, { botId, voidingId }, { services, viewer }) => {
      await restoreVotes(services, viewer.userId, botId, voidingId);
      return presentListing(services, botId);
    },
  }),
);

const SignalKindRef = enumOf<SignalKind>('VoteSignalKind', 'What stands out about votes.', {
  new_accounts: 'Within an hour, most voters had accounts younger than seven days, far more than usual.',
  shared_voters:
    'Most voters of this bot and of another one are the same, and voted for both within five minutes.',
  one_address: 'At least five users voted from one address, each within a minute after the one before.',
  even_gaps: 'Voters whose votes come with the same gap, at least six times within 30 seconds.',
});

const SignalVoterRef = builder.objectRef<SignalVoter>('VoteSignalVoter').implement({
  description: 'Somebody whose votes belong to a signal.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name. Null without an account here.' }),
    firstSignInAt: t.expose('firstSignInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The first sign-in here.',
    }),
    voteCount: t.exposeInt('votes', { description: 'The number of their votes in the signal.' }),
  }),
});

const OtherBotRef = builder.objectRef<NonNullable<VoteSignal['other']>>('VoteSignalBot').implement({
  description: 'The other bot of shared voters.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    name: t.exposeString('name', { description: 'The name of the listing.' }),
  }),
});

export const VoteSignalRef = builder.objectRef<VoteSignal>('VoteSignal').implement({
  description: 'What stands out about the votes of seven days, the newest 5000. It is no verdict.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SignalKindRef, description: 'What it is.' }),
    from: t.expose('from', { type: 'DateTime', description: 'The time of the first of the votes.' }),
    until: t.expose('until', { type: 'DateTime', description: 'A time just after the last of the votes.' }),
    voters: t.expose('voters', { type: [SignalVoterRef], description: 'The voters.' }),
    outOf: t.exposeInt('outOf', {
      description:
        'How many voters these are among: in the hour, of both bots, of the last day, or of the bot.',
    }),
    usualShare: t.exposeFloat('usualShare', {
      nullable: true,
      description: 'Of new accounts: their share in other hours, from 0 to 1. Null when too few voted then.',
    }),
    gapSeconds: t.exposeInt('gapSeconds', { nullable: true, description: 'Of even gaps: the usual gap.' }),
    other: t.expose('other', {
      type: OtherBotRef,
      nullable: true,
      description: 'Of shared voters: the other bot.',
    }),
  }),
});

export const SignalOfUserRef = builder.objectRef<SignalOfUser>('UserVoteSignal').implement({
  description: 'A signal about votes for a bot that the user is part of.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    botName: t.exposeString('botName', { description: 'The name of the listing.' }),
    signal: t.expose('signal', { type: VoteSignalRef, description: 'The signal.' }),
  }),
});
