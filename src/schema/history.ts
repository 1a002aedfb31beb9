import { isModerator } from '../domain/identity/permissions.ts';
import { listMoves, type PastMove } from '../domain/listing/history.ts';
import { Bot, ListingStateRef } from './bot.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';

const ListingMove = builder.objectRef<PastMove>('ListingMove').implement({
  description: 'How a listing came into a state.',
  fields: (t) => ({
    fromState: t.field({
      type: ListingStateRef,
      nullable: true,
      description: 'The state before; null for the submission.',
      resolve: (move) => move.fromState,
    }),
    toState: t.field({
      type: ListingStateRef,
      description: 'The state from then on.',
      resolve: (move) => move.toState,
    }),
    userId: t.id({
      nullable: true,
      description: 'Who moved it. Which moderator it was, only moderators see.',
      resolve: (move, _, context) => unlessModerators(move, context, move.userId),
    }),
    userName: t.string({
      nullable: true,
      description: 'The name of who moved it, if they have ever signed in here; hidden as the id is.',
      resolve: (move, _, context) => unlessModerators(move, context, move.userName),
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, where a reason was given.' }),
    movedAt: t.expose('movedAt', { type: 'DateTime', description: 'When.' }),
    isBeforeTakeOver: t.exposeBoolean('isBeforeTakeOver', {
      description: 'True for moves before the current owner took the listing over. Only moderators see them.',
    }),
    voteCountBefore: t.exposeInt('votesBefore', {
      nullable: true,
      description:
        'Where somebody who did not manage the listing before submitted it: how many votes it had until then, for moderators. They count no more.',
    }),
  }),
});

/** Moderators act in the name of the service: an owner who disagrees is to turn to it, and not on them. */
async function unlessModerators<Value>({ toState }: PastMove, context: Context, value: Value) {
  const isOwners = toState === 'pending' || toState === 'removed';
  return isOwners || isModerator(await context.actor()) ? value : null;
}

builder.objectField(Bot, 'history', (t) =>
  t.field({
    type: [ListingMove],
    nullable: true,
    description:
      'How it came into its state, oldest first, for owners and moderators. What was before others managed it, only moderators see.',
    authScopes: (bot) => ({ managerOrModeratorOf: bot.id }),
    resolve: async (bot, _, context) =>
      listMoves(context.services, bot.id, isModerator(await context.actor())),
  }),
);
