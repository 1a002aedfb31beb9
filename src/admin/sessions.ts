import type { Command } from 'commander';
import { endAllSessions } from '../domain/identity/sessions.ts';
import { requireSnowflake } from '../domain/kernel/ids.ts';
import { type Act, dangerous } from './command.ts';
import { counted } from './result.ts';

/** `sessions`: signed-in browsers. */
export function addSessions(program: Command, act: Act): void {
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
