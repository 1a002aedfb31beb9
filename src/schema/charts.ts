import {
  type DailyServerCount,
  type DailyVotes,
  serverCountPerDay,
  votesPerDay,
} from '../domain/listing/charts.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';

const DAY = 'The day in UTC, such as `2026-01-31`.';
const DEFAULT_DAYS = 30;
const COMPLEXITY = ({ days }: { days?: number | null | undefined }) => ({
  field: 1,
  multiplier: days ?? DEFAULT_DAYS,
});

const DailyVotesRef = builder.objectRef<DailyVotes>('DailyVotes').implement({
  description: 'The votes of a day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: DAY }),
    votes: t.exposeInt('votes', { description: 'How many.' }),
  }),
});

const DailyServerCountRef = builder.objectRef<DailyServerCount>('DailyServerCount').implement({
  description: 'The server count at the end of a day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: DAY }),
    serverCount: t.exposeInt('serverCount', {
      nullable: true,
      description: 'The number last reported until then; null before the first report.',
    }),
  }),
});

builder.objectFields(Bot, (t) => {
  const days = t.arg.int({ defaultValue: DEFAULT_DAYS, description: '1 to 90.' });
  return {
    votesPerDay: t.field({
      type: [DailyVotesRef],
      description: 'Votes of each of the last days up to today, oldest first.',
      args: { days },
      complexity: COMPLEXITY,
      resolve: (bot, args, { services }) => votesPerDay(services, bot.id, args.days ?? DEFAULT_DAYS),
    }),
    serverCountPerDay: t.field({
      type: [DailyServerCountRef],
      description: 'The server count on each of the last days up to today, oldest first.',
      args: { days },
      complexity: COMPLEXITY,
      resolve: (bot, args, { services }) => serverCountPerDay(services, bot.id, args.days ?? DEFAULT_DAYS),
    }),
  };
});
