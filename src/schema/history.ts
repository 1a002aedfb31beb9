import { isModerator } from '../domain/identity/permissions.ts';
import { listMoves, type PastMove } from '../domain/listing/history.ts';
import { Bot, ListingStateRef } from './bot.ts';
import { builder } from './builder.ts';

/** A move as the viewer may see it. */
type ShownMove = Omit<PastMove, 'userId'> & { readonly userId: string | null };

const ListingMove = builder.objectRef<ShownMove>('ListingMove').implement({
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
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'Who moved it. Which moderator it was, only moderators see.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description: 'The name of who moved it, if they have ever signed in here; hidden as the id is.',
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
function withoutModerator(move: PastMove): ShownMove {
  const isOwners = move.toState === 'pending' || move.toState === 'removed';
  return isOwners ? move : { ...move, userId: null, userName: null };
}

builder.objectField(Bot, 'history', (t) =>
  t
    .withAuth((bot) => ({ managerOrModeratorOf: bot.id }))
    .field({
      type: [ListingMove],
      nullable: true,
      description:
        'How it came into its state, oldest first, for owners and moderators. What was before others managed it, only moderators see.',
      resolve: async (bot, _, { services, viewer }) =>
        isModerator(viewer)
          ? listMoves(services, bot.id, true)
          : (await listMoves(services, bot.id)).map(withoutModerator),
    }),
);
