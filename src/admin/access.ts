import { Argument, type Command } from 'commander';
import type { Role } from '../db/tables.ts';
import { grantRole, listTeam } from '../domain/identity/grant-role.ts';
import { endAllSessions } from '../domain/identity/sessions.ts';
import { revokeToken } from '../domain/identity/tokens.ts';
import { requireSnowflake } from '../domain/kernel/ids.ts';
import { type Act, dangerous } from './command.ts';
import { counted, tableOf } from './result.ts';

/** Stands in the place of the admin who gives a role. */
const GRANTED_BY = 'the command line';
const ROLES = ['moderator', 'admin'] satisfies Role[];

/** `roles`, `tokens` and `sessions`: what people and bots may do. */
export function addAccess(program: Command, act: Act): void {
  addRoles(program, act);
  addTokens(program, act);
  addSessions(program, act);
}

/** `roles`: moderators and admins. */
function addRoles(program: Command, act: Act): void {
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

/** `tokens`: API tokens of bots. */
function addTokens(program: Command, act: Act): void {
  const tokens = program.command('tokens').description('revoke API tokens');

  dangerous(tokens.command('revoke'))
    .description("revoke a bot's API token: its next request gets 401, in every process")
    .requiredOption('--bot <id>', 'id of the bot')
    .action(
      act<[], { bot: string }>(async ({ open, confirm }, _, { bot }) => {
        // Before the question.
        requireSnowflake(bot, 'bot');
        await confirm(`This revokes the API token of bot ${bot}. Its owner must generate a new one.`);
        const wasThere = await revokeToken(await open(), bot);
        const said = wasThere ? `The API token of bot ${bot} is revoked.` : `Bot ${bot} has no API token.`;
        return { lines: [said], data: { botId: bot, revoked: wasThere } };
      }),
    );
}

/** `sessions`: signed-in browsers. */
function addSessions(program: Command, act: Act): void {
  const sessions = program.command('sessions').description('end sessions');

  dangerous(sessions.command('end'))
    .description('end all sessions of a user, who then has to sign in again')
    .requiredOption('--user <id>', 'id of the user')
    .action(
      act<[], { user: string }>(async ({ open, confirm }, _, { user }) => {
        // Before the question.
        requireSnowflake(user, 'user');
        await confirm(`This ends all sessions of user ${user}.`);
        const ended = await endAllSessions(await open(), user);
        return {
          lines: [`Ended ${counted(ended, 'session')} of user ${user}.`],
          data: { userId: user, ended },
        };
      }),
    );
}
