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
import { builder, enumOf } from './builder.ts';
import type { Context } from './context.ts';
import { moderatorErrors, RefusalRef, reporterErrors } from './errors.ts';
import { ReportCategoryRef, ReportOutcomeRef } from './report.ts';
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

builder.objectType(BlockedError, {
  name: 'BlockedError',
  description: 'A moderator has blocked the viewer from this. `appealBlock` asks to lift the block.',
  interfaces: [RefusalRef],
  fields: (t) => ({
    block: t.expose('block', { type: BlockKindRef, description: 'What the viewer is blocked from.' }),
    why: t.exposeString('why', {
      description:
        'What the moderator wrote; empty if the account was deleted since then. Escape it before you show it.',
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'When the block ends. Null if it does not end by itself.',
    }),
  }),
});

const BlockRef = builder.objectRef<Block>('Block').implement({
  description: 'What a moderator has blocked a user from. This user and moderators can see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the block.' }),
    kind: t.expose('kind', { type: BlockKindRef, description: 'What the user is blocked from.' }),
    reason: t.exposeString('reason', {
      description: 'What the moderator wrote to the user. Empty if the account was deleted since then.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Its start.' }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself. Null for good.',
    }),
    liftedAt: t.expose('liftedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a moderator lifted it.',
    }),
    isInForce: t.boolean({
      description: 'Whether it holds now.',
      resolve: (block, _, { services }) => isInForce(block, services.now()),
    }),
    appeal: t.exposeString('appeal', { nullable: true, description: 'What the user wrote against it.' }),
    appealedAt: t.expose('appealedAt', { type: 'DateTime', nullable: true, description: 'When.' }),
    answer: t.exposeString('answer', { nullable: true, description: 'What the moderator wrote back.' }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', nullable: true, description: 'When.' }),
    userId: t.exposeID('userId', { description: 'The id of the user.' }),
    userName: t.exposeString('userName', { nullable: true, description: 'The name of the user.' }),
    createdByName: t.exposeString('createdByName', {
      nullable: true,
      authScopes: { moderator: true },
      description: 'The name of the moderator. For moderators. Null when the account is erased.',
    }),
  }),
});

const SHOWN_DAYS = 30;

builder.objectFields(Viewer, (t) => ({
  blocks: t.field({
    type: [BlockRef],
    description: `The blocks of the viewer that hold, or were over in the last ${SHOWN_DAYS} days, newest first.`,
    resolve: async ({ userId }, _, { services }) => {
      const since = new Date(services.now().getTime() - SHOWN_DAYS * DAY_MS);
      const blocks = await listBlocks(services, userId);
      return blocks.filter(
        ({ liftedAt, endsAt }) => (liftedAt ?? since) >= since && (endsAt ?? since) >= since,
      );
    },
  }),
  appealCount: t.int({
    nullable: true,
    description: 'The number of appeals that wait. Null for those who do not moderate.',
    resolve: async (_, __, context) =>
      isModerator(await context.actor()) ? countAppeals(context.services) : null,
  }),
}));

const appealKey = 'The key of the page that the sign-in leads to; without it, the viewer.';

builder.queryField('signInBlock', (t) =>
  t.field({
    type: BlockRef,
    nullable: true,
    description: 'The block of somebody who may not sign in. Null when it is over.',
    args: {
      key: t.arg.string({
        required: true,
        max: SIZES.line,
        description: 'The key of the page after the sign-in.',
      }),
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
      text: t.arg.string({ required: true, max: SIZES.text, description: '20 to 1000 characters.' }),
      key: t.arg.string({ max: SIZES.line, description: appealKey }),
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

builder.mutationField('blockUser', (t) =>
  t.withAuth({ moderator: true }).field({
    type: BlockRef,
    description: 'Blocks a user without a role from something, and tells them. For moderators.',
    args: {
      userId: t.arg.id({ required: true, description: "The user's id on the chat platform." }),
      kind: t.arg({
        type: BlockKindRef,
        required: true,
        description: 'From what. `SIGN_IN` ends all sessions.',
      }),
      reason: t.arg.string({
        required: true,
        max: SIZES.text,
        description: '10 to 500 characters, shown to the user.',
      }),
      until: t.arg({
        type: 'DateTime',
        description: 'When it ends, at most ten years from now. For good by default.',
      }),
    },
    errors: moderatorErrors,
    resolve: (_, { userId, kind, reason, until }, { services, viewer }) =>
      blockUser(services, viewer.userId, userId, { kind, reason, endsAt: until ?? null }),
  }),
);

builder.mutationField('reviewBlock', (t) =>
  t.withAuth({ moderator: true }).field({
    type: BlockRef,
    description: 'Lifts a block, or declines the appeal against it, and tells the user. For moderators.',
    args: {
      blockId: t.arg.id({ required: true, description: 'The block.' }),
      lifts: t.arg.boolean({
        required: true,
        description: 'Whether it ends now. Otherwise the appeal is declined.',
      }),
      answer: t.arg.string({
        max: SIZES.text,
        description: '10 to 500 characters, shown to the user. Required to decline.',
      }),
    },
    errors: moderatorErrors,
    resolve: (_, { blockId, ...review }, { services, viewer }) =>
      reviewBlock(services, viewer.userId, blockId, review),
  }),
);

const MadeReportRef = builder.objectRef<MadeReport>('MadeReport').implement({
  description: 'A report that a user made.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the report.' }),
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    botName: t.exposeString('botName', { description: 'The name of the listing.' }),
    category: t.field({
      type: ReportCategoryRef,
      description: 'The problem.',
      resolve: ({ category }) => category as typeof ReportCategoryRef.$inferType,
    }),
    text: t.exposeString('text', { description: 'The text. Escape it before you show it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    outcome: t.expose('outcome', {
      type: ReportOutcomeRef,
      nullable: true,
      description: 'What became of it. Null while it is open.',
    }),
  }),
});

const MadeReportsRef = builder.objectRef<MadeReports>('MadeReports').implement({
  description: 'The reports that a user made.',
  fields: (t) => ({
    openCount: t.exposeInt('open', { description: 'The number of open ones.' }),
    actedCount: t.exposeInt('acted', { description: 'The number of those that a moderator acted on.' }),
    dismissedCount: t.exposeInt('dismissed', { description: 'The number of dismissed ones.' }),
    newest: t.expose('newest', { type: [MadeReportRef], description: 'The newest, at most fifty.' }),
  }),
});

const VotedBotRef = builder.objectRef<RecentVotes['bots'][number]>('VotedBot').implement({
  description: 'A bot that a user voted for.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    name: t.exposeString('name', { description: 'The name of the listing.' }),
    votes: t.exposeInt('votes', { description: 'The number of votes of the user.' }),
  }),
});

const RecentVotesRef = builder.objectRef<RecentVotes>('RecentVotes').implement({
  description: 'The votes of a user in the last thirty days, for at most 200 bots.',
  fields: (t) => ({
    days: t.expose('days', { type: [DailyVotesRef], description: 'Each day of UTC, oldest first.' }),
    bots: t.expose('bots', { type: [VotedBotRef], description: 'The five bots with the most of them.' }),
  }),
});

const ModeratedUser = builder.objectRef<UserRecord>('ModeratedUser').implement({
  description: 'A user as moderators see them. `moderationSearch` finds their listings.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { description: 'The name on the chat platform.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they first signed in.' }),
    role: t.expose('role', { type: Role, nullable: true, description: 'The role. Null for none.' }),
    reports: t.withAuth({ moderator: true }).field({
      type: MadeReportsRef,
      description: "The reports that the user made, without those of the moderator's own listings.",
      resolve: ({ userId }, _, { services, viewer }) => listReportsOf(services, viewer.userId, userId),
    }),
    votes: t.field({
      type: RecentVotesRef,
      description: 'When and for whom the user voted lately.',
      complexity: 20,
      resolve: ({ userId }, _, { services }) => readVotesOf(services, userId),
    }),
    voteSignals: t.field({
      type: [SignalOfUserRef],
      description: 'The signals that the user is part of, among the three bots that they voted for last.',
      complexity: 150,
      resolve: ({ userId }, _, { services }) => findSignalsOf(services, userId),
    }),
    blocks: t.field({
      type: [BlockRef],
      description: 'All blocks of the user, newest first.',
      resolve: ({ userId }, _, { services }) => listBlocks(services, userId),
    }),
  }),
});

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
