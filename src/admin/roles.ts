import { Argument, type Command } from 'commander';
import type { Role } from '../db/tables.ts';
import { grantRole, listTeam } from '../domain/identity/grant-role.ts';
import type { Act } from './command.ts';
import { tableOf } from './result.ts';

/** Stands in the place of the admin who gives a role. */
const GRANTED_BY = 'the command line';
const ROLES = ['moderator', 'admin'] satisfies Role[];

/** `roles`: moderators and admins. */
export function addRoles(program: Command, act: Act): void {
  const roles = program.command('roles').description('list, grant and revoke roles');

  roles
    .command('list')
    .description('list the users with a role')
    .action(
      act(async ({ open }) => {
        const team = await listTeam(await open());
        const rows = team.map(({ userId, name, role, isConfigured, grantedBy }) => [
          userId,
          role,
          isConfigured ? 'ADMIN_USER_IDS' : (grantedBy ?? 'unknown'),
          name,
        ]);
        return {
          lines:
            rows.length > 0 ? tableOf(['USER', 'ROLE', 'GRANTED BY', 'NAME'], rows) : ['Nobody has a role.'],
          data: { team },
        };
      }),
    );

  roles
    .command('grant')
    .description('give a user who has signed in once a role; it replaces another role')
    .argument('<user>', 'id of the user')
    .addArgument(new Argument('<role>', 'the role').choices(ROLES))
    .action(
      act<[string, Role], object>(async ({ open }, [userId, role]) => {
        const user = await grantRole(await open(), GRANTED_BY, userId, role);
        return {
          lines: [`User ${userId} is ${role} from the next request on. Granted by ${GRANTED_BY}.`],
          data: { userId, role: user.role, grantedBy: GRANTED_BY },
        };
      }),
    );

  roles
    .command('revoke')
    .description('take the role of a user away')
    .argument('<user>', 'id of the user')
    .action(
      act<[string], object>(async ({ open }, [userId]) => {
        await grantRole(await open(), GRANTED_BY, userId, null);
        return {
          lines: [`User ${userId} has no role from the next request on.`],
          data: { userId, role: null },
        };
      }),
    );
}
