import { grantRole, listTeam, type TeamMember } from '../domain/identity/grant-role.ts';
import { InvalidInputError } from '../domain/kernel/errors.ts';
import { builder } from './builder.ts';
import { managerErrors } from './errors.ts';

/** What a user may do beyond their own listings. */
export const Role = builder.enumType('Role', {
  description: 'What a user may do beyond their own listings.',
  values: {
    MODERATOR: { value: 'moderator', description: 'Decides what is listed.' },
    ADMIN: { value: 'admin', description: 'Decides who moderates, and moderates.' },
  } as const,
});

const TeamMemberRef = builder.objectRef<TeamMember>('TeamMember').implement({
  description: 'Somebody with a role.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
    name: t.exposeString('name', { description: 'Name on the chat platform.' }),
    role: t.expose('role', { type: Role, description: 'What the user may do.' }),
    isConfigured: t.exposeBoolean('isConfigured', {
      description:
        'Whether the role is granted by the configuration of the service, and so cannot be taken away here.',
    }),
  }),
});

builder.queryField('team', (t) =>
  t.field({
    type: [TeamMemberRef],
    description: 'Everybody with a role who has signed in once; for admins.',
    authScopes: { admin: true },
    resolve: (_, __, { services }) => listTeam(services),
  }),
);

const GrantRolePayload = builder
  .objectRef<{ userId: string; name: string; role: 'moderator' | 'admin' | null }>('GrantRolePayload')
  .implement({
    description: 'The role is in force from the next request of the user.',
    fields: (t) => ({
      userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
      name: t.exposeString('name', { description: 'Name on the chat platform.' }),
      role: t.expose('role', {
        type: Role,
        nullable: true,
        description: 'What the user may do from now on.',
      }),
    }),
  });

builder.mutationField('grantRole', (t) =>
  t.withAuth({ admin: true }).field({
    type: GrantRolePayload,
    description: 'Gives a user who has signed in once a role, or takes it away; for admins.',
    args: {
      userId: t.arg.id({ required: true, description: "The user's id on the chat platform." }),
      role: t.arg({
        type: Role,
        description: 'What the user may do; null takes the role away. It has to be said.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { userId, role }, context) => {
      // Forgotten is not null: it must not cost anybody a role.
      if (role === undefined) throw new InvalidInputError('Say which role, or null.');
      return grantRole(context.services, context.viewer.userId, userId, role);
    },
  }),
);
