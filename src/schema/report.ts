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
import { builder, enumOf, ofBot, requiredIds, requiredText } from './builder.ts';
import { deciderErrors, reporterErrors } from './errors.ts';
import { readFirst } from './page.ts';
import { extend, record } from './record.ts';
import { byModerators, byUsers } from './shapes.ts';

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

const ReportRef = record<Report>('Report')(
  'A report of a listing by a user. Moderators and this user can see it.',
  {
    id: ['ID', 'The id of the report.'],
    userId: ['ID', 'The user who reports.'],
    category: [
      ReportCategoryRef,
      'The problem.',
      // This service stores only values of the same list.
      (report) => report.category as ReportCategory,
    ],
    text: 'The text of the user. Escape it before you show it.',
    createdAt: ['DateTime', 'The time of the report.'],
  },
);

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

extend(Bot, {
  viewerHasReported: [
    'Boolean',
    'Whether the signed-in user has reported this bot, and no moderator has reviewed the report yet. ' +
      'False when nobody is signed in.',
    async (bot, { services, actor }) => {
      const viewer = await actor();
      return viewer.kind === 'user' && hasOpenReport(services, viewer.userId, bot.id);
    },
  ],
});

byUsers('reportListing', {
  type: ReportRef,
  description: `Reports a listing. One open report per user and listing, ${USER_BUDGETS.report.max} in 24 hours.`,
  args: (t) => ({
    ...ofBot,
    category: t.field({ type: ReportCategoryRef, required: true, description: 'The problem.' }),
    text: requiredText(SIZES.text, '10 to 1000 characters.'),
  }),
  budget: USER_BUDGETS.report,
  errors: { types: [...reporterErrors.types, BlockedError] },
  act: ({ botId, ...report }, { services, viewer }) => reportListing(services, viewer.userId, botId, report),
});

byModerators('closeReports', {
  type: record<{ count: number }>('CloseReportsPayload')('The reports are closed.', {
    count: ['Int', 'The number of closed reports.'],
  }),
  description: 'Closes the reports that a moderator has read: all of them, or none if one is already closed.',
  args: (t) => ({
    ...ofBot,
    reportIds: requiredIds('1 to 100 reports of the bot.'),
    outcome: t.field({ type: ReportOutcomeRef, required: true, description: 'The result.' }),
  }),
  errors: deciderErrors,
  act: async ({ botId, reportIds, outcome }, { services, viewer }) => ({
    count: await closeReports(services, viewer.userId, botId, reportIds, outcome),
  }),
});
