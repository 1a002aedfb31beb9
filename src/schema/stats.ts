import {
  type DailyServerCount,
  type DailyVotes,
  serverCountPerDay,
  votesPerDay,
} from '../domain/stats/charts.ts';
import { reportStats } from '../domain/stats/report.ts';
import { areUnsteady } from '../domain/stats/unsteady.ts';
import { BUDGETS } from '../limits/budget.ts';
import { asBotAtOnce } from './as-bot.ts';
import { Bot, forReaders, whole } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot } from './builder.ts';
import { callerErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';

const DAY = 'The day in UTC, such as `2026-01-31`.';
const DEFAULT_DAYS = 30;
const COMPLEXITY = ({ days }: { days?: number | null | undefined }) => ({
  field: 1,
  multiplier: days ?? DEFAULT_DAYS,
});

export const DailyVotesRef = record<DailyVotes>('DailyVotes')('The votes of one day.', {
  day: DAY,
  votes: ['Int', 'The number of votes.'],
});

const DailyServerCountRef = record<DailyServerCount>('DailyServerCount')(
  'The server count at the end of one day.',
  {
    day: DAY,
    serverCount: [orNull('Int'), 'The last reported count. Null before the first report.'],
  },
);

extend(Bot, {
  unsteadyCounts: [
    orNull(['Int']),
    'The counts of its last reports, the newest last, while they rise and fall as those of single shards do. Null otherwise. For owners.',
    whole(({ recentCounts }) => (areUnsteady(recentCounts) ? [...recentCounts] : null)),
    forReaders,
  ],
});

builder.objectFields(Bot, (t) => {
  const days = t.arg.int({ defaultValue: DEFAULT_DAYS, description: '1 to 90.' });
  return {
    votesPerDay: t.field({
      type: [DailyVotesRef],
      description: 'The votes of each of the last days, oldest first. Today is included.',
      args: { days },
      complexity: COMPLEXITY,
      resolve: (bot, args, { services }) => votesPerDay(services, bot.id, args.days ?? DEFAULT_DAYS),
    }),
    serverCountPerDay: t.field({
      type: [DailyServerCountRef],
      description: 'The server count of each of the last days, oldest first. Today is included.',
      args: { days },
      complexity: COMPLEXITY,
      resolve: (bot, args, { services }) => serverCountPerDay(services, bot.id, args.days ?? DEFAULT_DAYS),
    }),
  };
});

const ReportStatsPayload = record<{ serverCount: number }>('ReportStatsPayload')(
  'The server count and the check-in time are stored.',
  {
    serverCount: ['Int', 'The stored count.'],
  },
);

builder.mutationField('reportStats', (t) =>
  t.field({
    type: ReportStatsPayload,
    skipTypeScopes: true,
    description:
      'Reports the server count of the bot that the token belongs to: the sum of all shards. 60 per minute per token.',
    args: {
      ...ofBot,
      report: t.arg({
        type: 'JSON',
        max: SIZES.body,
        description:
          'An object with exactly one of `server_count`, `guildCount` and `guilds`. The value is an integer.',
      }),
    },
    errors: callerErrors,
    resolve: (_, { botId, report }, context, info) =>
      asBotAtOnce(context, info, BUDGETS.stats, botId, (bot) => reportStats(context.services, bot, report)),
  }),
);
