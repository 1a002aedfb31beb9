import { endAllSessions, type Session } from '../domain/identity/sessions.ts';
import { UnauthenticatedError } from '../domain/kernel/errors.ts';
import { listManagedBy } from '../domain/listing/read.ts';
import { type CoOwnerInvitation, listInvitations } from '../domain/ownership/owners.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';
import { Role } from './role.ts';

const Invitation = builder.objectRef<CoOwnerInvitation>('CoOwnerInvitation').implement({
  description: 'An invitation to become a co-owner of a listing.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    name: t.exposeString('name', { description: 'The name of the listing.' }),
  }),
});

/** The type of the signed-in user. Other files add fields to it. */
export const Viewer = builder.objectRef<Session>('Viewer').implement({
  description: 'The signed-in user.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { description: 'The name on the chat platform.' }),
    role: t.expose('role', {
      type: Role,
      nullable: true,
      description: 'The role of the viewer. Null for no role.',
    }),
    bots: t.field({
      type: [Bot],
      description: 'The listings of the viewer, including those as a co-owner, newest first.',
      resolve: (viewer, _, { services }) => listManagedBy(services, viewer.userId),
    }),
    coOwnerInvitations: t.field({
      type: [Invitation],
      description:
        'The open invitations of the viewer. `acceptCoOwnership` accepts one, `removeCoOwner` declines it.',
      resolve: (viewer, _, { services }) => listInvitations(services, viewer.userId),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The signed-in user. Null if nobody is signed in.',
    resolve: async (_, __, context) => {
      const actor = await context.actor();
      return actor.kind === 'user' ? actor : null;
    },
  }),
);

const SignOutEverywherePayload = builder
  .objectRef<{ sessions: number }>('SignOutEverywherePayload')
  .implement({
    description: 'All sessions of the viewer have ended.',
    fields: (t) => ({
      sessions: t.exposeInt('sessions', {
        description: 'The number of ended sessions, including this one.',
      }),
    }),
  });

builder.mutationField('signOutEverywhere', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: SignOutEverywherePayload,
    description: 'Ends all sessions of the viewer, including this one.',
    errors: { types: [UnauthenticatedError] },
    resolve: async (_, __, context) => {
      const { userId } = context.viewer;
      return { sessions: await endAllSessions(context.services, userId) };
    },
  }),
);
