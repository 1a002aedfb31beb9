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
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, byManager, byReader, enumOf, ofBot } from './builder.ts';
import { DeliveryStateRef } from './delivery.ts';
import { managerErrors, reporterErrors } from './errors.ts';
import { spend, spendAsUser } from './spend.ts';

const ReplayStateRef = enumOf<ReplayState>('ReplayState', 'The state of a replay.', {
  running: 'It sends its deliveries, or waits for the receiver or for the end of a hold.',
  stopped: 'Somebody stopped it. The deliveries that it had not sent stay as they were.',
  finished: 'It has sent all of its deliveries.',
});

const ReplayRef = builder.objectRef<Replay>('Replay').implement({
  description: 'Deliveries of votes that are sent again, oldest first, each under its own id.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    state: t.expose('state', { type: ReplayStateRef, description: 'Its state.' }),
    total: t.exposeInt('total', { description: 'How many deliveries there were at its start.' }),
    sent: t.exposeInt('sent', { description: 'How many of them it has sent.' }),
    perSecond: t.exposeInt('perSecond', { description: 'How many it sends in a second at most.' }),
    from: t.expose('fromAt', { type: 'DateTime', description: 'Recorded at this time or later.' }),
    to: t.expose('toAt', { type: 'DateTime', description: 'Recorded before this time.' }),
    states: t.field({
      type: [DeliveryStateRef],
      description: 'The states that the deliveries had.',
      resolve: ({ states }) => [...states],
    }),
    userId: t.exposeID('voterId', { nullable: true, description: 'The user who voted. Null for all users.' }),
    startedAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended. Null while it is running.',
    }),
  }),
});

const ReplayPreviewRef = builder.objectRef<ReplayPreview>('ReplayPreview').implement({
  description: 'What a replay would send.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of deliveries.' }),
    seconds: t.exposeInt('seconds', {
      description: 'Its duration in seconds at the chosen rate, if the receiver keeps up.',
    }),
  }),
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

builder.objectFields(Bot, (t) => ({
  replays: t.field({
    type: [ReplayRef],
    nullable: true,
    description: 'The last ten replays, newest first. For owners.',
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: (bot, _, { services }) => listReplays(services, bot.id),
  }),
}));

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

builder.mutationField('startReplay', (t) =>
  t.withAuth(byManager).field({
    type: ReplayRef,
    description:
      'Sends deliveries of votes again that have ended, oldest first, with the same ids and five new attempts each. One ' +
      'replay per bot at a time, and 3 starts per minute per bot.',
    args: { ...ofBot, ...wanted },
    errors: reporterErrors,
    resolve: async (_, { botId, filter, perSecond }, context, info) => {
      await spend(context, info, `bot:${botId}`, DELIVERY_BUDGETS.replay);
      return startReplay(context.services, botId, context.viewer.userId, readFilter(filter), perSecond);
    },
  }),
);

builder.mutationField('stopReplay', (t) =>
  t.withAuth(byManager).field({
    type: ReplayRef,
    description:
      'Stops a replay. What it has not sent stays as it is. One that has ended stays as it is, too.',
    args: { ...ofBot, replayId: t.arg.id({ required: true, description: 'Which of `Bot.replays`.' }) },
    errors: managerErrors,
    resolve: async (_, { botId, replayId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      return stopReplay(context.services, botId, context.viewer.userId, replayId);
    },
  }),
);
