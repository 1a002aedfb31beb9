import type { ReportOutcome } from '../db/moderation-tables.ts';
import { BlockedError } from '../domain/kernel/errors.ts';
import {
  closeReports,
  hasOpenReport,
  listOpenReports,
  type Report,
  type ReportCategory,
  reportListing,
} from '../domain/moderation/reports.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, ofBot } from './builder.ts';
import { deciderErrors, reporterErrors } from './errors.ts';
import { readFirst } from './page.ts';
import { spendAsUser } from './spend.ts';

export const ReportCategoryRef = enumOf<ReportCategory>('ReportCategory', 'The problem with a listing.', {
  broken: 'The bot does not work or no longer exists.',
  impersonation: 'Impersonation of another bot or of a person.',
  abusive: 'The page or the bot is abusive, hateful or not suitable for everybody.',
  malicious: 'The bot steals, spies or destroys.',
  spam: 'The bot sends advertising or unwanted messages.',
  other: 'Another problem. The text describes it.',
});

export const ReportOutcomeRef = enumOf<ReportOutcome>('ReportOutcome', 'The result of a report.', {
  acted: 'A moderator acted on it.',
  dismissed: 'No action was necessary.',
});

const ReportRef = builder.objectRef<Report>('Report').implement({
  description: 'A report of a listing by a user. Moderators and this user can see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the report.' }),
    userId: t.exposeID('userId', { description: 'The user who reports.' }),
    category: t.field({
      type: ReportCategoryRef,
      description: 'The problem.',
      // This service stores only values of the same list.
      resolve: (report) => report.category as ReportCategory,
    }),
    text: t.exposeString('text', {
      description: 'The text of the user. Escape it before you show it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time of the report.' }),
  }),
});

builder.objectField(Bot, 'openReports', (t) =>
  t.withAuth({ moderator: true }).field({
    type: [ReportRef],
    nullable: true,
    description: 'The open reports, oldest first. For moderators, except on their own listing.',
    args: { first: t.arg.int({ defaultValue: 10, description: '1 to 100.' }) },
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? 10 }),
    resolve: (bot, { first }, { services, viewer }) =>
      listOpenReports(services, viewer.userId, bot.id, readFirst(first, 10, 100)),
  }),
);

builder.objectField(Bot, 'viewerHasReported', (t) =>
  t.boolean({
    description:
      'Whether the signed-in user has reported this bot, and no moderator has reviewed the report yet. ' +
      'False when nobody is signed in.',
    resolve: async (bot, _, { services, actor }) => {
      const viewer = await actor();
      return viewer.kind === 'user' && hasOpenReport(services, viewer.userId, bot.id);
    },
  }),
);

builder.mutationField('reportListing', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ReportRef,
    description: `Reports a listing. One open report per user and listing, ${USER_BUDGETS.report.max} in 24 hours.`,
    args: {
      ...ofBot,
      category: t.arg({ type: ReportCategoryRef, required: true, description: 'The problem.' }),
      text: t.arg.string({ required: true, max: SIZES.text, description: '10 to 1000 characters.' }),
    },
    errors: { types: [...reporterErrors.types, BlockedError] },
    resolve: async (_, { botId, ...report }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.report);
      return reportListing(context.services, context.viewer.userId, botId, report);
    },
  }),
);

const CloseReportsPayload = builder.objectRef<{ count: number }>('CloseReportsPayload').implement({
  description: 'The reports are closed.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'The number of closed reports.' }) }),
});

builder.mutationField('closeReports', (t) =>
  t.withAuth({ moderator: true }).field({
    type: CloseReportsPayload,
    description:
      'Closes the reports that a moderator has read: all of them, or none if one is already closed.',
    args: {
      ...ofBot,
      reportIds: t.arg.idList({
        required: true,
        maxItems: SIZES.items,
        description: '1 to 100 reports of the bot.',
      }),
      outcome: t.arg({ type: ReportOutcomeRef, required: true, description: 'The result.' }),
    },
    errors: deciderErrors,
    resolve: async (_, { botId, reportIds, outcome }, context) => {
      const { userId } = context.viewer;
      return { count: await closeReports(context.services, userId, botId, reportIds, outcome) };
    },
  }),
);
