import { createServer } from 'node:http';
import { createClient, expressWebhook } from '@bot-listing/client';
import { Client, Events, GatewayIntentBits } from 'discord.js';

const bot = new Client({ intents: [GatewayIntentBits.Guilds] });
const listing = createClient({
  baseUrl: 'https://bots.example',
  botId: process.env.BOT_ID,
  token: process.env.BOT_TOKEN,
});

bot.once(Events.ClientReady, async () => {
  // Reports now and every five minutes. With several shards, report the sum from one process.
  listing.startReporting({ serverCount: () => bot.guilds.cache.size });
  await listing.putCommands(await bot.application.commands.fetch());
});

bot.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand() || interaction.commandName !== 'bonus') return;
  const { hasVoted } = await listing.checkVote(interaction.user.id);
  await interaction.reply(
    hasVoted ? 'Here is your bonus!' : 'Vote for me first: https://bots.example/bot/123456789012345678',
  );
});

const webhook = expressWebhook({
  secret: process.env.WEBHOOK_SECRET,
  onVote: async ({ userId }) => {
    const user = await bot.users.fetch(userId);
    await user.send('Thank you for your vote!');
  },
});
createServer(webhook).listen(Number(process.env.PORT));

await bot.login(process.env.DISCORD_TOKEN);
