export const team = {
  caption: 'Moderators and admins',
  id: 'User ID',
  role: 'Role',
  roles: { MODERATOR: 'moderator', ADMIN: 'admin' },
  configured: 'set in the configuration',
  grant: 'Give a user a role',
  grantHint: 'The user must have signed in here once.',
  grantButton: 'Give the role',
  granted: '{name} has the role now.',
  take: 'Take the role from {name}',
  takeWarning: '{name} will no longer be able to moderate.',
  taken: '{name} no longer has a role.',
} as const;
