import type { TakenDown } from '../db/tables.ts';
import { isModerator } from '../domain/identity/actor.ts';
import { listMoves, type PastMove } from '../domain/listing/moves.ts';
import { Bot, ListingStateRef } from './bot.ts';
import { builder, enumOf } from './builder.ts';

/** A move as the viewer sees it. */
type ShownMove = Omit<PastMove, 'userId'> & { readonly userId: string | null };

export const TakenDownRef = enumOf<TakenDown>('TakenDownPicture', 'A picture that a moderator took down.', {
  banner: 'The banner of the listing.',
  screenshot: 'One of its screenshots.',
});

const ListingMove = builder.objectRef<ShownMove>('ListingMove').implement({
  description: "A change of a listing's state, or a picture of it that a moderator took down.",
  fields: (t) => ({
    fromState: t.expose('fromState', {
      type: ListingStateRef,
      nullable: true,
      description: 'The previous state. Null for a submission.',
    }),
    toState: t.expose('toState', {
      type: ListingStateRef,
      description: 'The new state.',
    }),
    userId: t.exposeID('userId', {
      nullable: true,
      description: 'The user who changed it. Only moderators see the ids of moderators.',
    }),
    userName: t.exposeString('userName', {
      nullable: true,
      description:
        'The name of this user, if they have ever signed in. Only moderators see the names of moderators.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason, if there is one.' }),
    movedAt: t.expose('movedAt', { type: 'DateTime', description: 'The time of the change.' }),
    isBeforeTakeOver: t.exposeBoolean('isBeforeTakeOver', {
      description:
        'Whether the change was made before the current owner took over the listing. Only moderators see such changes.',
    }),
    voteCountBefore: t.exposeInt('votesBefore', {
      nullable: true,
      description:
        'For a take-over: the number of votes before it, which no longer count. Only moderators see it.',
    }),
    takenDown: t.expose('takenDown', {
      type: TakenDownRef,
      nullable: true,
      description:
        'The picture that was taken down; the state stayed the same. Null for a change of the state.',
    }),
    isUndone: t.exposeBoolean('isUndone', {
      description: 'Whether the moderator has taken this decision back. Only moderators see such changes.',
    }),
  }),
});

/**
 * Hides the moderator from owners. Moderators act for the service, so an owner who disagrees contacts the service.
 */
function withoutModerator(move: PastMove): ShownMove {
  const isOwners = move.takenDown === null && (move.toState === 'pending' || move.toState === 'removed');
  return isOwners ? move : { ...move, userId: null, userName: null };
}

builder.objectField(Bot, 'history', (t) =>
  t
    .withAuth((bot) => ({ managerOrModeratorOf: bot.id }))
    .field({
      type: [ListingMove],
      nullable: true,
      description: 'The changes of its state, oldest first. For managers and moderators.',
      resolve: async (bot, _, { services, viewer }) =>
        isModerator(viewer)
          ? listMoves(services, bot.id, true)
          : (await listMoves(services, bot.id)).map(withoutModerator),
    }),
);
