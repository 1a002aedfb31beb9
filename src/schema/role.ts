import { grantRole, listTeam, type TeamMember } from '../domain/identity/grant-role.ts';
import { InvalidInputError } from '../domain/kernel/errors.ts';
import { builder } from './builder.ts';
import { managerErrors } from './errors.ts';

/** The roles of users. */
export const Role = builder.enumType('Role', {
  description: 'The role of a user.',
  values: {
    MODERATOR: { value: 'moderator', description: 'Reviews listings and reports.' },
    ADMIN: { value: 'admin', description: 'Moderates, and sets the roles of users.' },
  } as const,
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
