import type { TeamRole } from '../db/tables.ts';
import {
  findProfile,
  listedSince,
  listLinksOf,
  listPublicOf,
  type Profile,
  type ProfileLink,
} from '../domain/directory/profile.ts';
import { grantRole, listTeam, type TeamMember } from '../domain/identity/grant-role.ts';
import { endAllSessions, type Session } from '../domain/identity/sessions.ts';
import { InvalidInputError, UnauthenticatedError } from '../domain/kernel/errors.ts';
import type { ListingCard } from '../domain/listing/card.ts';
import { listManagedBy } from '../domain/listing/read.ts';
import { type CoOwnerInvitation, listInvitations } from '../domain/ownership/owners.ts';
import { Bot } from './bot.ts';
import { builder, enumOf } from './builder.ts';
import { managerErrors } from './errors.ts';
import { complexityOfPage, resolvePage } from './page.ts';

/** The roles of users. */
export const Role = enumOf<TeamMember['role']>('Role', 'The role of a user.', {
  moderator: 'Reviews listings and reports.',
  admin: 'Moderates, and sets the roles of users.',
});

const TeamMemberRef = builder.objectRef<TeamMember>('TeamMember').implement({
  description: 'A user with a role.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
    name: t.exposeString('name', { description: 'Name on the chat platform.' }),
    role: t.expose('role', { type: Role, description: 'The role of the user.' }),
    isConfigured: t.exposeBoolean('isConfigured', {
      description:
        'Whether the configuration of the service grants the role. Such a role cannot be removed here.',
    }),
  }),
});

builder.queryField('team', (t) =>
  t.field({
    type: [TeamMemberRef],
    description: 'The users with a role who have signed in at least once. For admins.',
    authScopes: { admin: true },
    resolve: (_, __, { services }) => listTeam(services),
  }),
);

const GrantRolePayload = builder
  .objectRef<{ userId: string; name: string; role: 'moderator' | 'admin' | null }>('GrantRolePayload')
  .implement({
    description: 'The role applies from the next request of the user.',
    fields: (t) => ({
      userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
      name: t.exposeString('name', { description: 'Name on the chat platform.' }),
      role: t.expose('role', {
        type: Role,
        nullable: true,
        description: 'The new role. Null for no role.',
      }),
    }),
  });

builder.mutationField('grantRole', (t) =>
  t.withAuth({ admin: true }).field({
    type: GrantRolePayload,
    description: 'Sets or removes the role of a user who has signed in at least once. For admins.',
    args: {
      userId: t.arg.id({ required: true, description: "The user's id on the chat platform." }),
      role: t.arg({
        type: Role,
        description: 'The new role. Null removes the role. The argument is required.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { userId, role }, context) => {
      // A missing argument is not null: nobody loses a role because of it.
      if (role === undefined) throw new InvalidInputError('role.missing');
      return grantRole(context.services, context.viewer.userId, userId, role);
    },
  }),
);

const UserLinkRef = builder.objectRef<ProfileLink>('UserLink').implement({
  description: 'A link that belongs to a user.',
  fields: (t) => ({
    name: t.string({
      description: 'What it is, by the name of the field of a listing, such as `supportUrl`.',
      resolve: ({ name }) => name,
    }),
    url: t.exposeString('url', { description: 'The address (https).' }),
  }),
});

/** A user with public listings. Other files add fields to it. */
export const User = builder.objectRef<Profile>('User').implement({
  description: 'A user with public listings.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { description: 'The name on the chat platform.' }),
    listedSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the oldest of these listings was added.',
      resolve: ({ userId }, _, { services }) => listedSince(services, userId),
    }),
    links: t.field({
      type: [UserLinkRef],
      description: 'Of each kind, the link that all of these listings with such a link have.',
      resolve: ({ userId }, _, { services }) => listLinksOf(services, userId),
    }),
    bots: t.connection(
      {
        type: Bot,
        description: 'The approved listings of the user. The one in the most servers comes first.',
        complexity: complexityOfPage,
        resolve: ({ userId }, args, { services }) =>
          resolvePage(
            args,
            ({ id }: ListingCard) => id,
            (range) => listPublicOf(services, userId, range),
          ),
      },
      { name: 'UserBotsConnection', description: "A page of a user's listings." },
      { name: 'UserBotsEdge', description: 'A bot and its cursor.' },
    ),
  }),
});

builder.queryField('user', (t) =>
  t.field({
    type: User,
    nullable: true,
    description:
      'Finds a user by their id on the chat platform. Only users with an approved listing are found.',
    args: { userId: t.arg.id({ required: true, description: 'The id on the chat platform.' }) },
    resolve: (_, { userId }, { services }) => findProfile(services, userId),
  }),
);

export const TeamRoleRef = enumOf<TeamRole>('TeamRole', 'What a co-owner may do.', {
  manage: 'Everything but to remove the listing, to hand it over and to change its co-owners.',
  reports:
    'Read statistics, deliveries, health and history, and change nothing. Only the team sees the name.',
});

const Invitation = builder.objectRef<CoOwnerInvitation>('CoOwnerInvitation').implement({
  description: 'An invitation to become a co-owner of a listing.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    name: t.exposeString('name', { description: 'The name of the listing.' }),
    role: t.expose('role', { type: TeamRoleRef, description: 'What the viewer will be able to do.' }),
    inviterName: t.exposeString('inviterName', {
      nullable: true,
      description: 'Who invites the viewer. Null for a former user.',
    }),
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
      description: 'The open invitations of the viewer: see `answerInvitations`.',
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
