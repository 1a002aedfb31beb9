import type { BlockKind } from '../db/moderation-tables.ts';
import { isModerator, requireUser } from '../domain/identity/actor.ts';
import {
  appealBlock,
  type Block,
  findBlock,
  isInForce,
  listBlocks,
  readAppealKey,
} from '../domain/identity/blocks.ts';
import { BlockedError } from '../domain/kernel/errors.ts';
import { blockUser, countAppeals, listAppeals, reviewBlock } from '../domain/moderation/block-user.ts';
import {
  findUserRecord,
  listReportsOf,
  type MadeReport,
  type MadeReports,
  type RecentVotes,
  readVotesOf,
  type UserRecord,
} from '../domain/moderation/user-record.ts';
import { findSignalsOf } from '../domain/moderation/vote-signals.ts';
import { DAY_MS } from '../lib/day.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, optionalText, requiredText } from './builder.ts';
import type { Context } from './context.ts';
import { refusalType, reporterErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { ReportCategoryRef, ReportOutcomeRef } from './report.ts';
import { byModerators } from './shapes.ts';
import { keyOfUser, spend } from './spend.ts';
import { DailyVotesRef } from './stats.ts';
import { Role, Viewer } from './user.ts';
import { SignalOfUserRef } from './voidings.ts';

export const BlockKindRef = enumOf<BlockKind>('BlockKind', 'What a user is blocked from.', {
  vote: 'Votes.',
  submit: 'Submissions, also of a rejected listing.',
  report: 'Reports of listings.',
  sign_in: 'Signing in.',
});

refusalType(
  BlockedError,
  'A moderator has blocked the viewer from this. `appealBlock` asks to lift the block.',
  {
    block: [BlockKindRef, 'What the viewer is blocked from.'],
    why: 'What the moderator wrote; empty if the account was deleted since then. Escape it before you show it.',
    until: [orNull('DateTime'), 'When the block ends. Null if it does not end by itself.'],
  },
);

const BlockRef = record<Block>('Block')(
  'What a moderator has blocked a user from. This user and moderators can see it.',
  {
    id: ['ID', 'The id of the block.'],
    kind: [BlockKindRef, 'What the user is blocked from.'],
    reason: 'What the moderator wrote to the user. Empty if the account was deleted since then.',
    createdAt: ['DateTime', 'Its start.'],
    endsAt: [orNull('DateTime'), 'When it ends by itself. Null for good.'],
    liftedAt: [orNull('DateTime'), 'When a moderator lifted it.'],
    isInForce: [
      'Boolean',
      'Whether it holds now.',
      (block, { services }) => isInForce(block, services.now()),
    ],
    appeal: [orNull('String'), 'What the user wrote against it.'],
    appealedAt: [orNull('DateTime'), 'When.'],
    answer: [orNull('String'), 'What the moderator wrote back.'],
    answeredAt: [orNull('DateTime'), 'When.'],
    userId: ['ID', 'The id of the user.'],
    userName: [orNull('String'), 'The name of the user.'],
    createdByName: [
      orNull('String'),
      'The name of the moderator. For moderators. Null when the account is erased.',
      'createdByName',
      { authScopes: { moderator: true } },
    ],
  },
);

const SHOWN_DAYS = 30;

extend(Viewer, {
  blocks: [
    [BlockRef],
    `The blocks of the viewer that hold, or were over in the last ${SHOWN_DAYS} days, newest first.`,
    async ({ userId }, { services }) => {
      const since = new Date(services.now().getTime() - SHOWN_DAYS * DAY_MS);
      const blocks = await listBlocks(services, userId);
      return blocks.filter(
        ({ liftedAt, endsAt }) => (liftedAt ?? since) >= since && (endsAt ?? since) >= since,
      );
    },
  ],
  appealCount: [
    orNull('Int'),
    'The number of appeals that wait. Null for those who do not moderate.',
    async (_, context) => (isModerator(await context.actor()) ? countAppeals(context.services) : null),
  ],
});

const appealKey = 'The key of the page that the sign-in leads to; without it, the viewer.';

builder.queryField('signInBlock', (t) =>
  t.field({
    type: BlockRef,
    nullable: true,
    description: 'The block of somebody who may not sign in. Null when it is over.',
    args: {
      key: requiredText(SIZES.line, 'The key of the page after the sign-in.'),
    },
    resolve: async (_, { key }, { services }) => {
      const userId = readAppealKey(services, key);
      return (await findBlock({ sql: services.db.sql, now: services.now }, userId, 'sign_in')) ?? null;
    },
  }),
);

/** Who appeals: the signed-in user, or who has just shown at the sign-in who they are. */
async function appellantOf(context: Context, key: string | null | undefined): Promise<string> {
  return typeof key === 'string'
    ? readAppealKey(context.services, key)
    : requireUser(await context.actor()).userId;
}

builder.mutationField('appealBlock', (t) =>
  t.field({
    type: BlockRef,
    description: `Appeals against a block of the viewer, once. ${USER_BUDGETS.appeal.max} requests in 24 hours.`,
    args: {
      blockId: t.arg.id({ required: true, description: 'The block.' }),
      text: requiredText(SIZES.text, '20 to 1000 characters.'),
      key: optionalText(SIZES.line, appealKey),
    },
    errors: reporterErrors,
    resolve: async (_, { blockId, text, key }, context, info) => {
      const userId = await appellantOf(context, key);
      await spend(context, info, keyOfUser({ userId }), USER_BUDGETS.appeal);
      return appealBlock(context.services, userId, blockId, text);
    },
  }),
);

builder.queryField('appeals', (t) =>
  t.field({
    type: [BlockRef],
    description: 'The blocks whose appeals wait, oldest appeal first, at most a hundred. For moderators.',
    authScopes: { moderator: true },
    resolve: (_, __, { services }) => listAppeals(services),
  }),
);

byModerators('blockUser', {
  type: BlockRef,
  description: 'Blocks a user without a role from something, and tells them. For moderators.',
  args: (t) => ({
    userId: t.id({ required: true, description: "The user's id on the chat platform." }),
    kind: t.field({
      type: BlockKindRef,
      required: true,
      description: 'From what. `SIGN_IN` ends all sessions.',
    }),
    reason: requiredText(SIZES.text, '10 to 500 characters, shown to the user.'),
    until: t.field({
      type: 'DateTime',
      description: 'When it ends, at most ten years from now. For good by default.',
    }),
  }),
  act: ({ userId, kind, reason, until }, { services, viewer }) =>
    blockUser(services, viewer.userId, userId, { kind, reason, endsAt: until ?? null }),
});

byModerators('reviewBlock', {
  type: BlockRef,
  description: 'Lifts a block, or declines the appeal against it, and tells the user. For moderators.',
  args: (t) => ({
    blockId: t.id({ required: true, description: 'The block.' }),
    lifts: t.boolean({
      required: true,
      description: 'Whether it ends now. Otherwise the appeal is declined.',
    }),
    answer: optionalText(SIZES.text, '10 to 500 characters, shown to the user. Required to decline.'),
  }),
  act: ({ blockId, ...review }, { services, viewer }) =>
    reviewBlock(services, viewer.userId, blockId, review),
});

const MadeReportRef = record<MadeReport>('MadeReport')('A report that a user made.', {
  id: ['ID', 'The id of the report.'],
  botId: ['ID', "The bot's application id."],
  botName: 'The name of the listing.',
  category: [
    ReportCategoryRef,
    'The problem.',
    ({ category }) => category as typeof ReportCategoryRef.$inferType,
  ],
  text: 'The text. Escape it before you show it.',
  createdAt: ['DateTime', 'When it was made.'],
  outcome: [orNull(ReportOutcomeRef), 'What became of it. Null while it is open.'],
});

const MadeReportsRef = record<MadeReports>('MadeReports')('The reports that a user made.', {
  openCount: ['Int', 'The number of open ones.', 'open'],
  actedCount: ['Int', 'The number of those that a moderator acted on.', 'acted'],
  dismissedCount: ['Int', 'The number of dismissed ones.', 'dismissed'],
  newest: [[MadeReportRef], 'The newest, at most fifty.'],
});

const VotedBotRef = record<RecentVotes['bots'][number]>('VotedBot')('A bot that a user voted for.', {
  botId: ['ID', "The bot's application id."],
  name: 'The name of the listing.',
  votes: ['Int', 'The number of votes of the user.'],
});

const RecentVotesRef = record<RecentVotes>('RecentVotes')(
  'The votes of a user in the last thirty days, for at most 200 bots.',
  {
    days: [[DailyVotesRef], 'Each day of UTC, oldest first.'],
    bots: [[VotedBotRef], 'The five bots with the most of them.'],
  },
);

const ModeratedUser = record<UserRecord>('ModeratedUser')(
  'A user as moderators see them. `moderationSearch` finds their listings.',
  {
    userId: ['ID', 'The id on the chat platform.'],
    name: 'The name on the chat platform.',
    createdAt: ['DateTime', 'When they first signed in.'],
    role: [orNull(Role), 'The role. Null for none.'],
    votes: [
      RecentVotesRef,
      'When and for whom the user voted lately.',
      ({ userId }, { services }) => readVotesOf(services, userId),
      { complexity: 20 },
    ],
    voteSignals: [
      [SignalOfUserRef],
      'The signals that the user is part of, among the three bots that they voted for last.',
      ({ userId }, { services }) => findSignalsOf(services, userId),
      { complexity: 150 },
    ],
    blocks: [
      [BlockRef],
      'All blocks of the user, newest first.',
      ({ userId }, { services }) => listBlocks(services, userId),
    ],
  },
  (t) => ({
    reports: t.withAuth({ moderator: true }).field({
      type: MadeReportsRef,
      description: "The reports that the user made, without those of the moderator's own listings.",
      resolve: ({ userId }, _, { services, viewer }) => listReportsOf(services, viewer.userId, userId),
    }),
  }),
);

builder.queryField('moderatedUser', (t) =>
  t.field({
    type: ModeratedUser,
    nullable: true,
    description: 'Finds a user with an account. For moderators.',
    authScopes: { moderator: true },
    args: { userId: t.arg.id({ required: true, description: 'The id on the chat platform.' }) },
    resolve: async (_, { userId }, { services }) => (await findUserRecord(services, userId)) ?? null,
  }),
);
