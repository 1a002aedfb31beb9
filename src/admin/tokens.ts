import type { Command } from 'commander';
import { revokeToken } from '../domain/identity/tokens.ts';
import { requireSnowflake } from '../domain/kernel/ids.ts';
import { type Act, dangerous } from './command.ts';

/** `tokens`: API tokens of bots. */
export function addTokens(program: Command, act: Act): void {
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
