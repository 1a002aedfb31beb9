import type { TakenDown } from '../db/moderation-tables.ts';
import { isModerator } from '../domain/identity/actor.ts';
import { type HistoryEntry, type HistoryKind, listHistory } from '../domain/listing/history.ts';
import { listMoves, type PastMove } from '../domain/listing/moves.ts';
import { Bot, ListingStateRef } from './bot.ts';
import { builder, enumOf } from './builder.ts';
import { complexityOfPage, resolvePage } from './page.ts';
import { orNull, record } from './record.ts';
import { TeamRoleRef } from './user.ts';

/** A move as the viewer sees it. */
type ShownMove = Omit<PastMove, 'userId'> & { readonly userId: string | null };

export const TakenDownRef = enumOf<TakenDown>('TakenDownPicture', 'A picture that a moderator took down.', {
  banner: 'The banner of the listing.',
  screenshot: 'One of its screenshots.',
});

const ListingMove = record<ShownMove>('ListingMove')(
  "A change of a listing's state, or a picture of it that a moderator took down.",
  {
    fromState: [orNull(ListingStateRef), 'The previous state. Null for a submission.'],
    toState: [ListingStateRef, 'The new state.'],
    userId: [orNull('ID'), 'The user who changed it. Only moderators see the ids of moderators.'],
    userName: [
      orNull('String'),
      'The name of this user, if they have ever signed in. Only moderators see the names of moderators.',
    ],
    reason: [orNull('String'), 'The reason of a moderator, or the note of a resubmission.'],
    movedAt: ['DateTime', 'The time of the change.'],
    isBeforeTakeOver: [
      'Boolean',
      'Whether the change was made before the current owner took over the listing. Only moderators see such changes.',
    ],
    voteCountBefore: [
      orNull('Int'),
      'For a take-over: the number of votes before it, which no longer count. Only moderators see it.',
      'votesBefore',
    ],
    takenDown: [
      orNull(TakenDownRef),
      'The picture that was taken down; the state stayed the same. Null for a change of the state.',
    ],
  },
);

/**
 * Hides the moderator from owners. Moderators act for the service, so an owner who disagrees contacts the service.
 */
function withoutModerator<Move extends Pick<HistoryEntry, 'takenDown' | 'toState'>>(
  move: Move,
): Move | (Omit<Move, 'userId' | 'userName'> & { readonly userId: null; readonly userName: null }) {
  const isTeams =
    move.takenDown === null &&
    (move.toState === null || move.toState === 'pending' || move.toState === 'removed');
  return isTeams ? move : { ...move, userId: null, userName: null };
}

builder.objectField(Bot, 'history', (t) =>
  t
    .withAuth((bot) => ({ readerOrModeratorOf: bot.id }))
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

const HistoryKindRef = enumOf<HistoryKind>('HistoryKind', 'What was done to a listing.', {
  token_made: 'A new API token.',
  token_revoked: 'The API token was revoked.',
  webhook_set: 'The URL of the webhook was set, which also makes a new secret.',
  secret_made: 'A new webhook secret.',
  rotation_finished: 'The next webhook secret became the current one.',
  rotation_cancelled: 'The next webhook secret was dropped. The current one stays.',
  webhook_removed: 'The webhook was removed.',
  webhook_paused: 'The webhook was paused. Deliveries are held.',
  webhook_resumed: 'The webhook was resumed. Held deliveries go out.',
  replay_started: 'Somebody began to send deliveries again.',
  replay_stopped: 'A replay of deliveries was stopped.',
  hold_changed: 'It was set when deliveries are held because they fail.',
  edited: 'The listing was edited. The changes may wait for a moderator.',
  invited: 'Somebody was invited.',
  joined: 'Somebody accepted an invitation.',
  declined: 'Somebody declined an invitation.',
  left: 'A co-owner left.',
  removed: 'A co-owner or an invitation was removed.',
  role_changed: 'A co-owner got another role.',
  transfer_offered: 'The owner offered the listing to somebody.',
  transfer_accepted: 'Somebody accepted the offer: token and secret were replaced.',
  transfer_declined: 'Somebody declined the offer.',
  transfer_withdrawn: 'The owner withdrew the offer.',
  moved: 'Its state changed.',
  taken_down: 'A moderator took a picture down.',
});

const HistoryEntryRef = record<HistoryEntry>('HistoryEntry')('What somebody did to a listing.', {
  kind: [HistoryKindRef, 'What was done.'],
  userId: [orNull('ID'), 'Who did it. Null for the service; only moderators see the ids of moderators.'],
  userName: [orNull('String'), 'The name of this user. Null for a former user, too.'],
  otherId: [orNull('ID'), 'Whom it is about, such as an invited user.'],
  otherName: [orNull('String'), 'The name of that user. Null for a former user.'],
  role: [orNull(TeamRoleRef), 'The role that it is about.'],
  fields: [
    ['String'],
    'The names of the fields that were edited, or the part: `picture`, `banner`, `screenshots`, `translations`.',
  ],
  toState: [orNull(ListingStateRef), 'The new state.'],
  takenDown: [orNull(TakenDownRef), 'The picture.'],
  reason: [orNull('String'), 'What the moderator wrote, or the note of a resubmission.'],
  happenedAt: ['DateTime', 'When it was done.'],
});

builder.objectField(Bot, 'activity', (t) =>
  t
    .withAuth((bot) => ({ readerOrModeratorOf: bot.id }))
    .connection(
      {
        type: HistoryEntryRef,
        nullable: true,
        description: 'Who did what to the listing, newest first. For its team and moderators.',
        complexity: complexityOfPage,
        resolve: (bot, args, { services, viewer }) => {
          const sees = isModerator(viewer);
          return resolvePage(
            args,
            ({ key }: HistoryEntry) => key,
            async (range) =>
              (await listHistory(services, bot.id, sees, range)).map((entry) =>
                sees ? entry : withoutModerator(entry),
              ),
          );
        },
      },
      { name: 'BotActivityConnection', description: 'A page of the history of a listing.' },
      { name: 'BotActivityEdge', description: 'An entry and its cursor.' },
    ),
);
