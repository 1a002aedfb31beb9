import { createServer } from 'node:http';
import { createClient, expressWebhook } from '@bot-listing/client';
import { Client, Events, GatewayIntentBits } from 'discord.js';

const bot = new Client({ intents: [GatewayIntentBits.Guilds] });
const listing = createClient({
  baseUrl: 'https://bots.example',
  botId: process.env.BOT_ID,
  token: process.env.BOT_TOKEN,
});

// Errors of the connection, and of the listeners below. Without this, each of them would end the bot.
bot.on(Events.Error, console.error);

bot.once(Events.ClientReady, () => {
  // Now and every five minutes. No error ends it. With several shards, report the sum from one process.
  listing.startReporting({
    serverCount: () => bot.guilds.cache.size,
    commands: () => bot.application.commands.fetch(),
  });
});

bot.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand() || interaction.commandName !== 'bonus') return;
  await interaction.reply(await bonusFor(interaction.user.id));
});

async function bonusFor(userId) {
  try {
    // Discord waits three seconds for a reply.
    const limits = { retries: 0, signal: AbortSignal.timeout(2000) };
    const { hasVoted } = await listing.checkVote(userId, limits);
    return hasVoted
      ? 'Here is your bonus!'
      : 'Vote for me first: https://bots.example/bot/123456789012345678';
  } catch (error) {
    console.error(`The check failed: ${error}`);
    return 'I cannot see your vote at the moment. Try again later.';
  }
}

const webhook = expressWebhook({
  secret: process.env.WEBHOOK_SECRET,
  // Called once for each vote, and not for a test. Store the vote here. If this throws, the vote comes again.
  onVote: ({ userId }) => {
    // Not awaited: many users take no direct messages (Discord's error 50007). The vote counts nevertheless.
    bot.users
      .send(userId, 'Thank you for your vote!')
      .catch((error) => console.error(`No message to ${userId}: ${error.message}`));
  },
});
createServer(webhook).listen(Number(process.env.PORT));

await bot.login(process.env.DISCORD_TOKEN);
