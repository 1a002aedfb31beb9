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
import { complexityOfPage, resolvePage } from './page.ts';
import { orNull, record } from './record.ts';
import { byAdmins, byUsers } from './shapes.ts';

/** The roles of users. */
export const Role = enumOf<TeamMember['role']>('Role', 'The role of a user.', {
  moderator: 'Reviews listings and reports.',
  admin: 'Moderates, and sets the roles of users.',
});

const TeamMemberRef = record<TeamMember>('TeamMember')('A user with a role.', {
  userId: ['ID', 'Id on the chat platform.'],
  name: 'Name on the chat platform.',
  role: [Role, 'The role of the user.'],
  isConfigured: [
    'Boolean',
    'Whether the configuration of the service grants the role. Such a role cannot be removed here.',
  ],
});

builder.queryField('team', (t) =>
  t.field({
    type: [TeamMemberRef],
    description: 'The users with a role who have signed in at least once. For admins.',
    authScopes: { admin: true },
    resolve: (_, __, { services }) => listTeam(services),
  }),
);

byAdmins('grantRole', {
  type: record<{ userId: string; name: string; role: 'moderator' | 'admin' | null }>('GrantRolePayload')(
    'The role applies from the next request of the user.',
    {
      userId: ['ID', 'Id on the chat platform.'],
      name: 'Name on the chat platform.',
      role: [orNull(Role), 'The new role. Null for no role.'],
    },
  ),
  description: 'Sets or removes the role of a user who has signed in at least once. For admins.',
  args: (t) => ({
    userId: t.id({ required: true, description: "The user's id on the chat platform." }),
    role: t.field({
      type: Role,
      description: 'The new role. Null removes the role. The argument is required.',
    }),
  }),
  act: async ({ userId, role }, { services, viewer }) => {
    // A missing argument is not null: nobody loses a role because of it.
    if (role === undefined) throw new InvalidInputError('role.missing');
    return grantRole(services, viewer.userId, userId, role);
  },
});

const UserLinkRef = record<ProfileLink>('UserLink')('A link that belongs to a user.', {
  name: 'What it is, by the name of the field of a listing, such as `supportUrl`.',
  url: 'The address (https).',
});

/** A user with public listings. Other files add fields to it. */
export const User = record<Profile>('User')(
  'A user with public listings.',
  {
    userId: ['ID', 'The id on the chat platform.'],
    name: 'The name on the chat platform.',
    listedSince: [
      orNull('DateTime'),
      'The time at which the oldest of these listings was added.',
      ({ userId }, { services }) => listedSince(services, userId),
    ],
    links: [
      [UserLinkRef],
      'Of each kind, the link that all of these listings with such a link have.',
      ({ userId }, { services }) => listLinksOf(services, userId),
    ],
  },
  (t) => ({
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
);

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

const Invitation = record<CoOwnerInvitation>('CoOwnerInvitation')(
  'An invitation to become a co-owner of a listing.',
  {
    botId: ['ID', "The bot's application id."],
    name: 'The name of the listing.',
    role: [TeamRoleRef, 'What the viewer will be able to do.'],
    inviterName: [orNull('String'), 'Who invites the viewer. Null for a former user.'],
  },
);

/** The type of the signed-in user. Other files add fields to it. */
export const Viewer = record<Session>('Viewer')('The signed-in user.', {
  userId: ['ID', 'The id on the chat platform.'],
  name: 'The name on the chat platform.',
  role: [orNull(Role), 'The role of the viewer. Null for no role.'],
  bots: [
    [Bot],
    'The listings of the viewer, including those as a co-owner, newest first.',
    (viewer, { services }) => listManagedBy(services, viewer.userId),
  ],
  coOwnerInvitations: [
    [Invitation],
    'The open invitations of the viewer: see `answerInvitations`.',
    (viewer, { services }) => listInvitations(services, viewer.userId),
  ],
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

byUsers('signOutEverywhere', {
  type: record<{ sessions: number }>('SignOutEverywherePayload')('All sessions of the viewer have ended.', {
    sessions: ['Int', 'The number of ended sessions, including this one.'],
  }),
  description: 'Ends all sessions of the viewer, including this one.',
  budget: null,
  errors: { types: [UnauthenticatedError] },
  act: async (_, { services, viewer }) => ({ sessions: await endAllSessions(services, viewer.userId) }),
});
