import type { ReportOutcome } from '../db/tables.ts';
import { InvalidInputError } from '../domain/kernel/errors.ts';
import { closeReports, listOpenReports } from '../domain/moderation/close-reports.ts';
import {
  REPORT_CATEGORIES,
  type Report,
  type ReportCategory,
  reportListing,
} from '../domain/moderation/report.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';
import { moderatorErrors, reporterErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const CATEGORY_DESCRIPTIONS: Readonly<Record<ReportCategory, string>> = {
  broken: 'It does not work, or is not there any more.',
  impersonation: 'It passes itself off as another bot or as somebody.',
  abusive: 'Its page or what it does is abusive, hateful or not fit for everybody.',
  malicious: 'It steals, spies or destroys.',
  spam: 'It advertises, or sends what nobody asked for.',
  other: 'Anything else; the text tells what.',
};

const ReportCategoryRef = builder.enumType('ReportCategory', {
  description: 'What is wrong with a listing.',
  values: Object.fromEntries(
    REPORT_CATEGORIES.map((value) => [
      value.toUpperCase() as Uppercase<ReportCategory>,
      { value, description: CATEGORY_DESCRIPTIONS[value] },
    ]),
  ) as Record<Uppercase<ReportCategory>, { value: ReportCategory; description: string }>,
});

const ReportOutcomeRef = builder.enumType('ReportOutcome', {
  description: 'What a moderator made of a report.',
  values: {
    ACTED: { value: 'acted' satisfies ReportOutcome, description: 'Something was done about it.' },
    DISMISSED: { value: 'dismissed' satisfies ReportOutcome, description: 'Nothing had to be done.' },
  } as const,
});

const ReportRef = builder.objectRef<Report>('Report').implement({
  description: 'What a user says is wrong with a listing: for moderators, and for the user who reports.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Which report.' }),
    userId: t.exposeID('userId', { description: 'Who reports.' }),
    category: t.field({
      type: ReportCategoryRef,
      description: 'What is wrong.',
      // Stored by this service, and from the same list.
      resolve: (report) => report.category as ReportCategory,
    }),
    text: t.exposeString('text', {
      description: 'In the words of who reports; to be escaped before it is shown.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
});

builder.objectField(Bot, 'openReports', (t) =>
  t.withAuth({ moderator: true }).field({
    type: [ReportRef],
    nullable: true,
    description:
      'What users reported and no moderator has closed, oldest first; for moderators, unless it is their own listing.',
    args: { first: t.arg.int({ defaultValue: 10, description: '1 to 100.' }) },
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? 10 }),
    resolve: async (bot, { first }, context) => {
      const limit = first ?? 10;
      if (limit < 1 || limit > 100) throw new InvalidInputError('first must be between 1 and 100.');
      const { userId } = context.viewer;
      return listOpenReports(context.services, userId, bot.id, limit);
    },
  }),
);

builder.mutationField('reportListing', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ReportRef,
    description: `Tells the moderators what is wrong with an approved listing: one open report per user and listing, ${USER_BUDGETS.report.max} in 24 hours.`,
    args: {
      ...ofBot,
      category: t.arg({ type: ReportCategoryRef, required: true, description: 'What is wrong.' }),
      text: t.arg.string({ required: true, description: '10 to 1000 characters.' }),
    },
    errors: reporterErrors,
    resolve: async (_, { botId, ...report }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.report);
      return reportListing(context.services, context.viewer.userId, botId, report);
    },
  }),
);

const CloseReportsPayload = builder.objectRef<{ count: number }>('CloseReportsPayload').implement({
  description: 'The reports are closed.',
  fields: (t) => ({ count: t.exposeInt('count', { description: 'How many.' }) }),
});

builder.mutationField('closeReports', (t) =>
  t.withAuth({ moderator: true }).field({
    type: CloseReportsPayload,
    description:
      'Closes the reports that a moderator has read: all of them or, where somebody else has closed one meanwhile, none.',
    args: {
      ...ofBot,
      reportIds: t.arg.idList({ required: true, description: '1 to 100 reports of the bot.' }),
      outcome: t.arg({ type: ReportOutcomeRef, required: true, description: 'What was made of them.' }),
    },
    errors: moderatorErrors,
    resolve: async (_, { botId, reportIds, outcome }, context) => {
      const { userId } = context.viewer;
      return { count: await closeReports(context.services, userId, botId, reportIds, outcome) };
    },
  }),
);
