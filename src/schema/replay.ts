import type { ReplayState } from '../db/delivery-tables.ts';
import {
  listReplays,
  previewReplay,
  REPLAYED_STATES,
  type Replay,
  type ReplayFilter,
  type ReplayPreview,
  startReplay,
  stopReplay,
} from '../domain/delivery/replay.ts';
import { DELIVERY_BUDGETS, USER_BUDGETS } from '../limits/budget.ts';
import { ATTEMPTS } from '../terms/schedule.ts';
import { Bot, forReaders } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, byReader, enumOf, ofBot } from './builder.ts';
import { DeliveryStateRef } from './delivery.ts';
import { managerErrors, reporterErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byManagers } from './shapes.ts';
import { spendAsUser } from './spend.ts';

const ReplayStateRef = enumOf<ReplayState>('ReplayState', 'The state of a replay.', {
  running: 'It sends its deliveries, or waits for the receiver or for the end of a hold.',
  stopped: 'Somebody stopped it. The deliveries that it had not sent stay as they were.',
  finished: 'It has sent all of its deliveries.',
});

const ReplayRef = record<Replay>('Replay')(
  'Deliveries of votes that are sent again, oldest first, each under its own id.',
  {
    id: ['ID', 'Its id.'],
    state: [ReplayStateRef, 'Its state.'],
    total: ['Int', 'How many deliveries there were at its start.'],
    sent: ['Int', 'How many of them it has sent.'],
    perSecond: ['Int', 'How many it sends in a second at most.'],
    from: ['DateTime', 'Recorded at this time or later.', 'fromAt'],
    to: ['DateTime', 'Recorded before this time.', 'toAt'],
    states: [[DeliveryStateRef], 'The states that the deliveries had.', ({ states }) => [...states]],
    userId: [orNull('ID'), 'The user who voted. Null for all users.', 'voterId'],
    startedAt: ['DateTime', 'When it was started.', 'createdAt'],
    finishedAt: [orNull('DateTime'), 'When it ended. Null while it is running.'],
  },
);

const ReplayPreviewRef = record<ReplayPreview>('ReplayPreview')('What a replay would send.', {
  count: ['Int', 'The number of deliveries.'],
  seconds: ['Int', 'Its duration in seconds at the chosen rate, if the receiver keeps up.'],
});

const ReplayFilterRef = builder.inputType('ReplayFilter', {
  description: 'Which deliveries of votes to send again. All conditions must hold.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', required: true, description: 'Recorded at this time or later.' }),
    to: t.field({ type: 'DateTime', required: true, description: 'Recorded before this time.' }),
    states: t.field({
      type: [DeliveryStateRef],
      maxItems: SIZES.few,
      description: 'Their states, of `DELIVERED`, `FAILED` and `CANCELLED`. All three when left out.',
    }),
    userId: t.id({ description: 'The user who voted. All users when left out.' }),
  }),
});

function readFilter({ from, to, states, userId }: typeof ReplayFilterRef.$inferInput): ReplayFilter {
  const chosen = REPLAYED_STATES.filter((state) => !states || states.includes(state));
  return { from, to, states: chosen, userId: userId ?? undefined };
}

const wanted = builder.args((t) => ({
  filter: t.field({ type: ReplayFilterRef, required: true, description: 'Which deliveries.' }),
  perSecond: t.int({ required: true, description: 'How many in a second: 1, 5 or 20.' }),
}));

extend(Bot, {
  replays: [
    orNull([ReplayRef]),
    'The last ten replays, newest first. For owners.',
    (bot, { services }) => listReplays(services, bot.id),
    forReaders,
  ],
});

builder.queryField('replayPreview', (t) =>
  t.withAuth(byReader).field({
    type: ReplayPreviewRef,
    description: 'Counts what a replay would send: at most 100,000 deliveries. For owners.',
    args: { ...ofBot, ...wanted },
    errors: managerErrors,
    resolve: async (_, { botId, filter, perSecond }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.preview);
      return previewReplay(context.services, botId, readFilter(filter), perSecond);
    },
  }),
);

byManagers('startReplay', {
  type: ReplayRef,
  description:
    'Sends deliveries of votes again that have ended, oldest first, with the same ids and ' +
    `${ATTEMPTS} new attempts each. One ` +
    'replay per bot at a time, and 3 starts per minute per bot.',
  args: () => wanted,
  budgetOfBot: DELIVERY_BUDGETS.replay,
  errors: reporterErrors,
  act: ({ botId, filter, perSecond }, { services, viewer }) =>
    startReplay(services, botId, viewer.userId, readFilter(filter), perSecond),
});

byManagers('stopReplay', {
  type: ReplayRef,
  description: 'Stops a replay. What it has not sent stays as it is. One that has ended stays as it is, too.',
  args: (t) => ({ replayId: t.id({ required: true, description: 'Which of `Bot.replays`.' }) }),
  act: ({ botId, replayId }, { services, viewer }) => stopReplay(services, botId, viewer.userId, replayId),
});
