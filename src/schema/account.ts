import {
  endOtherSessions,
  endSessionByKey,
  listSessions,
  type OwnSession,
} from '../domain/identity/sessions.ts';
import { ConflictError, ForbiddenError, UnauthenticatedError } from '../domain/kernel/errors.ts';
import type { ListingCard } from '../domain/listing/card.ts';
import { listManagedBy } from '../domain/listing/read.ts';
import { deleteAccount } from '../domain/privacy/delete-account.ts';
import { exportUser, type UserExport } from '../domain/privacy/export-user.ts';
import { foreseeErasure } from '../domain/privacy/plan-erasure.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, flag, requiredText } from './builder.ts';
import { callerErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byUsers } from './shapes.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

const OwnSessionRef = record<OwnSession>('OwnSession')(
  'A session of the viewer. Neither device nor address is stored.',
  {
    id: ['ID', 'For `endSession`. Nobody can sign in with it.', 'key'],
    startedAt: ['DateTime', 'When the viewer signed in.'],
    endsAt: ['DateTime', 'When it ends if it is not used any more.'],
    isCurrent: [
      'Boolean',
      'Whether it is the session of this request.',
      ({ key }, { sessionKey }) => key === sessionKey(),
    ],
  },
);

interface AccountDeletion {
  readonly passedOn: readonly ListingCard[];
  readonly removed: readonly ListingCard[];
  readonly votesKeptUntil: Date | null;
}

const VOTES_KEPT =
  'Until then the 12-hour rule keeps the times of the last votes under the id of the viewer. Null when it need not.';

const AccountDeletionRef = record<AccountDeletion>('AccountDeletion')(
  'What deleting the account of the viewer would do.',
  {
    passedOn: [[Bot], 'The listings that pass to the co-owner who accepted first.'],
    removed: [[Bot], 'The listings without another owner. They are removed, if the viewer agrees.'],
    votesKeptUntil: [orNull('DateTime'), VOTES_KEPT],
  },
);

extend(Viewer, {
  sessions: [
    [OwnSessionRef],
    'The sessions of the viewer, the newest first.',
    ({ userId }, { services }) => listSessions(services, userId),
  ],
  deletion: [
    AccountDeletionRef,
    'What `deleteAccount` would do.',
    async ({ userId }, { services }) => {
      const { passedOn, orphaned, windowsEndAt } = await foreseeErasure(services, userId);
      const managed = await listManagedBy(services, userId);
      return {
        passedOn: managed.filter(({ id }) => passedOn.includes(id)),
        removed: managed.filter(({ id }) => orphaned.includes(id)),
        votesKeptUntil: windowsEndAt,
      };
    },
  ],
});

const DataExport = record<UserExport>('DataExport')('Everything that is stored about the viewer.', {
  data: ['JSON', 'The same as the export of the admin command. Times are ISO 8601.', (data) => data],
});

builder.queryField('exportData', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: DataExport,
    description: `Exports what is stored about the viewer. At most ${USER_BUDGETS.exportData.max} times a day.`,
    complexity: 100,
    errors: { types: [...callerErrors.types, ConflictError] },
    resolve: async (_, __, context, info) => {
      const { services, viewer } = context;
      return services.ownDataJob(async (db) => {
        // Not before, since a refusal because of another job uses nothing up.
        await spendAsUser(context, info, USER_BUDGETS.exportData);
        return exportUser({ db, now: services.now }, viewer.userId);
      });
    },
  }),
);

const EndSessionsPayload = record<{ sessions: number }>('EndSessionsPayload')(
  'Sessions of the viewer have ended. They stop working at once.',
  {
    sessions: ['Int', 'The number of ended sessions.'],
  },
);

byUsers('endSession', {
  type: EndSessionsPayload,
  description: 'Ends a session of the viewer. One that has ended, or is of somebody else, is no error.',
  args: (t) => ({ id: t.id({ required: true, description: 'The id of the session.' }) }),
  budget: null,
  errors: { types: [UnauthenticatedError] },
  act: async ({ id }, { services, viewer }) => ({
    sessions: await endSessionByKey(services, viewer.userId, id),
  }),
});

byUsers('endOtherSessions', {
  type: EndSessionsPayload,
  description: 'Ends all sessions of the viewer but the one of this request.',
  budget: null,
  errors: { types: [UnauthenticatedError] },
  act: async (_, { services, viewer, sessionKey }) => ({
    sessions: await endOtherSessions(services, viewer.userId, sessionKey() ?? ''),
  }),
});

byUsers('deleteAccount', {
  type: record<{ votesKeptUntil: Date | null }>('DeleteAccountPayload')(
    'The account is deleted, and all sessions of the viewer have ended.',
    {
      votesKeptUntil: [orNull('DateTime'), VOTES_KEPT],
    },
  ),
  description:
    'Deletes the account of the viewer, for ever. Votes stay in counts and logs, under ids that belong to nobody.',
  args: () => ({
    confirmation: requiredText(SIZES.line, 'The name or the id of the viewer, typed by them.'),
    removesListings: flag(
      'Whether to remove the listings that nobody else owns. Without it, they are a refusal.',
    ),
  }),
  budget: USER_BUDGETS.deleteAccount,
  errors: { types: [...callerErrors.types, ForbiddenError, ConflictError] },
  act: async ({ confirmation, removesListings }, { services, viewer }) => {
    const options = { confirmation, removesListings: removesListings === true };
    const { passedOn, orphaned, windowsEndAt } = await services.ownDataJob((db) =>
      deleteAccount({ db, now: services.now, randomBytes: services.randomBytes }, viewer, options),
    );
    for (const botId of [...passedOn, ...orphaned]) services.listingTouched(botId);
    return { votesKeptUntil: windowsEndAt };
  },
});
