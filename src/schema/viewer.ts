import { endAllSessions, type Session } from '../domain/identity/sessions.ts';
import { UnauthenticatedError } from '../domain/kernel/errors.ts';
import { type CoOwnerInvitation, listInvitations } from '../domain/listing/owners.ts';
import { listManagedBy } from '../domain/listing/read.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';
import { Role } from './role.ts';

const Invitation = builder.objectRef<CoOwnerInvitation>('CoOwnerInvitation').implement({
  description: 'A listing whose owner asks the viewer to manage it, too.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
});

const Viewer = builder.objectRef<Session>('Viewer').implement({
  description: 'The signed-in user.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
    name: t.exposeString('name', { description: 'Name on the chat platform.' }),
    role: t.expose('role', {
      type: Role,
      nullable: true,
      description: 'What the viewer may do beyond their own listings.',
    }),
    bots: t.field({
      type: [Bot],
      description: 'The listings that the viewer manages, newest first.',
      resolve: (viewer, _, { services }) => listManagedBy(services, viewer.userId),
    }),
    coOwnerInvitations: t.field({
      type: [Invitation],
      description:
        'The listings that the viewer is invited to manage: `acceptCoOwnership` or `removeCoOwner`.',
      resolve: (viewer, _, { services }) => listInvitations(services, viewer.userId),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The signed-in user, if somebody is.',
    resolve: async (_, __, context) => {
      const actor = await context.actor();
      return actor.kind === 'user' ? actor : null;
    },
  }),
);

const SignOutEverywherePayload = builder
  .objectRef<{ sessions: number }>('SignOutEverywherePayload')
  .implement({
    description: 'The viewer is signed in nowhere any more.',
    fields: (t) => ({
      sessions: t.exposeInt('sessions', {
        description: 'How many sessions were ended, this one among them.',
      }),
    }),
  });

builder.mutationField('signOutEverywhere', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: SignOutEverywherePayload,
    description: 'Ends every session of the viewer, this one among them.',
    errors: { types: [UnauthenticatedError] },
    resolve: async (_, __, context) => {
      const { userId } = context.viewer;
      return { sessions: await endAllSessions(context.services, userId) };
    },
  }),
);
