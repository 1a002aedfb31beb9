import { isModerator } from '../domain/identity/actor.ts';
import {
  listVoidings,
  MAX_VOIDED,
  restoreVotes,
  type Voiding,
  voidVotes,
} from '../domain/moderation/void-votes.ts';
import type { SignalKind, SignalOfUser, SignalVoter, VoteSignal } from '../domain/moderation/vote-signals.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, ofBot, requiredIds, requiredText } from './builder.ts';
import { orNull, record } from './record.ts';
import { byModerators } from './shapes.ts';

const NAME = 'The name of the moderator, for moderators only. Null when the account is erased.';

const VoidingRef = record<Voiding>('VoteVoiding')('Votes that a moderator made not count.', {
  id: ['ID', 'Its id.'],
  reason: 'What the moderator wrote to the managers of the bot.',
  createdAt: ['DateTime', 'When it was.'],
  voteCount: ['Int', 'The number of votes.', 'votes'],
  restoredAt: [orNull('DateTime'), 'When the votes counted again. Null while they do not.'],
  userName: [orNull('String'), NAME],
  restoredByName: [orNull('String'), NAME],
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

byModerators('voidVotes', {
  description:
    `Makes at most ${MAX_VOIDED} votes not count: in totals, ranks, charts and \`voteCheck\`. They stay in the log. ` +
    'Deliveries of them that wait are cancelled, and the managers are told. For moderators, except on their own listing.',
  args: (t) => ({
    ...ofBot,
    userIds: requiredIds(`Whose votes, 1 to ${MAX_VOIDED} users.`),
    from: t.field({ type: 'DateTime', required: true, description: 'Votes from this time.' }),
    until: t.field({
      type: 'DateTime',
      required: true,
      description: 'Votes before this time, which is at most 31 days later.',
    }),
    reason: requiredText(SIZES.text, '10 to 500 characters, shown to the managers.'),
  }),
  act: ({ botId, ...voiding }, { services, viewer }) => voidVotes(services, viewer.userId, botId, voiding),
});

byModerators('restoreVotes', {
  description:
    'Makes voided votes count again. Their cancelled deliveries are sent. For moderators, except on their own listing.',
  args: (t) => ({ ...ofBot, voidingId: t.id({ required: true, description: 'Which of `Bot.voidings`.' }) }),
  act: ({ botId, voidingId }, { services, viewer }) =>
    restoreVotes(services, viewer.userId, botId, voidingId),
});

const SignalKindRef = enumOf<SignalKind>('VoteSignalKind', 'What stands out about votes.', {
  new_accounts: 'Within an hour, most voters had accounts younger than seven days, far more than usual.',
  shared_voters:
    'Most voters of this bot and of another one are the same, and voted for both within five minutes.',
  one_address: 'At least five users voted from one address, each within a minute after the one before.',
  even_gaps: 'Voters whose votes come with the same gap, at least six times within 30 seconds.',
});

const SignalVoterRef = record<SignalVoter>('VoteSignalVoter')('Somebody whose votes belong to a signal.', {
  userId: ['ID', 'The id on the chat platform.'],
  name: [orNull('String'), 'The name. Null without an account here.'],
  firstSignInAt: [orNull('DateTime'), 'The first sign-in here.'],
  voteCount: ['Int', 'The number of their votes in the signal.', 'votes'],
});

const OtherBotRef = record<NonNullable<VoteSignal['other']>>('VoteSignalBot')(
  'The other bot of shared voters.',
  {
    botId: ['ID', "The bot's application id."],
    name: 'The name of the listing.',
  },
);

export const VoteSignalRef = record<VoteSignal>('VoteSignal')(
  'What stands out about the votes of seven days, the newest 5000. It is no verdict.',
  {
    kind: [SignalKindRef, 'What it is.'],
    from: ['DateTime', 'The time of the first of the votes.'],
    until: ['DateTime', 'A time just after the last of the votes.'],
    voters: [[SignalVoterRef], 'The voters.'],
    outOf: [
      'Int',
      'How many voters these are among: in the hour, of both bots, of the last day, or of the bot.',
    ],
    usualShare: [
      orNull('Float'),
      'Of new accounts: their share in other hours, from 0 to 1. Null when too few voted then.',
    ],
    gapSeconds: [orNull('Int'), 'Of even gaps: the usual gap.'],
    other: [orNull(OtherBotRef), 'Of shared voters: the other bot.'],
  },
);

export const SignalOfUserRef = record<SignalOfUser>('UserVoteSignal')(
  'A signal about votes for a bot that the user is part of.',
  {
    botId: ['ID', "The bot's application id."],
    botName: 'The name of the listing.',
    signal: [VoteSignalRef, 'The signal.'],
  },
);
