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
import { builder } from './builder.ts';
import { callerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';

const OwnSessionRef = builder.objectRef<OwnSession>('OwnSession').implement({
  description: 'A session of the viewer. Neither device nor address is stored.',
  fields: (t) => ({
    id: t.exposeID('key', { description: 'For `endSession`. Nobody can sign in with it.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the viewer signed in.' }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description: 'When it ends if it is not used any more.',
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the session of this request.',
      resolve: ({ key }, _, { sessionKey }) => key === sessionKey(),
    }),
  }),
});

interface AccountDeletion {
  readonly passedOn: readonly ListingCard[];
  readonly removed: readonly ListingCard[];
  readonly votesKeptUntil: Date | null;
}

const VOTES_KEPT =
  'Until then the 12-hour rule keeps the times of the last votes under the id of the viewer. Null when it need not.';

const AccountDeletionRef = builder.objectRef<AccountDeletion>('AccountDeletion').implement({
  description: 'What deleting the account of the viewer would do.',
  fields: (t) => ({
    passedOn: t.expose('passedOn', {
      type: [Bot],
      description: 'The listings that pass to the co-owner who accepted first.',
    }),
    removed: t.expose('removed', {
      type: [Bot],
      description: 'The listings without another owner. They are removed, if the viewer agrees.',
    }),
    votesKeptUntil: t.expose('votesKeptUntil', {
      type: 'DateTime',
      nullable: true,
      description: VOTES_KEPT,
    }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  sessions: t.field({
    type: [OwnSessionRef],
    description: 'The sessions of the viewer, the newest first.',
    resolve: ({ userId }, _, { services }) => listSessions(services, userId),
  }),
  deletion: t.field({
    type: AccountDeletionRef,
    description: 'What `deleteAccount` would do.',
    resolve: async ({ userId }, _, { services }) => {
      const { passedOn, orphaned, windowsEndAt } = await foreseeErasure(services, userId);
      const managed = await listManagedBy(services, userId);
      return {
        passedOn: managed.filter(({ id }) => passedOn.includes(id)),
        removed: managed.filter(({ id }) => orphaned.includes(id)),
        votesKeptUntil: windowsEndAt,
      };
    },
  }),
}));

const DataExport = builder.objectRef<UserExport>('DataExport').implement({
  description: 'Everything that is stored about the viewer.',
  fields: (t) => ({
    data: t.field({
      type: 'JSON',
      description: 'The same as the export of the admin command. Times are ISO 8601.',
      resolve: (data) => data,
    }),
  }),
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

const EndSessionsPayload = builder.objectRef<{ sessions: number }>('EndSessionsPayload').implement({
  description: 'Sessions of the viewer have ended. They stop working at once.',
  fields: (t) => ({
    sessions: t.exposeInt('sessions', { description: 'The number of ended sessions.' }),
  }),
});

builder.mutationField('endSession', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: EndSessionsPayload,
    description: 'Ends a session of the viewer. One that has ended, or is of somebody else, is no error.',
    args: { id: t.arg.id({ required: true, description: 'The id of the session.' }) },
    errors: { types: [UnauthenticatedError] },
    resolve: async (_, { id }, { services, viewer }) => ({
      sessions: await endSessionByKey(services, viewer.userId, id),
    }),
  }),
);

builder.mutationField('endOtherSessions', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: EndSessionsPayload,
    description: 'Ends all sessions of the viewer but the one of this request.',
    errors: { types: [UnauthenticatedError] },
    resolve: async (_, __, { services, viewer, sessionKey }) => ({
      sessions: await endOtherSessions(services, viewer.userId, sessionKey() ?? ''),
    }),
  }),
);

const DeleteAccountPayload = builder
  .objectRef<{ votesKeptUntil: Date | null }>('DeleteAccountPayload')
  .implement({
    description: 'The account is deleted, and all sessions of the viewer have ended.',
    fields: (t) => ({
      votesKeptUntil: t.expose('votesKeptUntil', {
        type: 'DateTime',
        nullable: true,
        description: VOTES_KEPT,
      }),
    }),
  });

builder.mutationField('deleteAccount', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: DeleteAccountPayload,
    description:
      'Deletes the account of the viewer, for ever. Votes stay in counts and logs, under ids that belong to nobody.',
    args: {
      confirmation: t.arg.string({
        required: true,
        max: SIZES.line,
        description: 'The name or the id of the viewer, typed by them.',
      }),
      removesListings: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to remove the listings that nobody else owns. Without it, they are a refusal.',
      }),
    },
    errors: { types: [...callerErrors.types, ForbiddenError, ConflictError] },
    resolve: async (_, { confirmation, removesListings }, context, info) => {
      const { services, viewer } = context;
      await spendAsUser(context, info, USER_BUDGETS.deleteAccount);
      const options = { confirmation, removesListings: removesListings === true };
      const { passedOn, orphaned, windowsEndAt } = await services.ownDataJob((db) =>
        deleteAccount({ db, now: services.now, randomBytes: services.randomBytes }, viewer, options),
      );
      for (const botId of [...passedOn, ...orphaned]) services.listingTouched(botId);
      return { votesKeptUntil: windowsEndAt };
    },
  }),
);
