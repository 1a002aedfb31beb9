/*
 * Programs of bot developers. They run and are checked in a project of their own, where the client is installed: this
 * project has neither it nor discord.js.
 */

const CLIENT = `
import { createClient } from '@bot-listing/client';
const client = createClient({
  baseUrl: process.env.BASE_URL,
  botId: process.env.BOT_ID,
  token: process.env.BOT_TOKEN,
});`;

/** Publishes commands that discord.js made, and prints how many the page shows. */
export const DISCORD = `${CLIENT}
import {
  ApplicationCommand, ApplicationCommandType, Client, Collection, ContextMenuCommandBuilder, SlashCommandBuilder,
} from 'discord.js';
const builders = [
  new SlashCommandBuilder().setName('ping').setDescription('Answers with pong.'),
  new SlashCommandBuilder().setName('help').setDescription('Shows all commands.')
    .addStringOption((option) => option.setName('topic').setDescription('One topic.')),
  new ContextMenuCommandBuilder().setName('Report message').setType(ApplicationCommandType.Message),
];
const bot = new Client({ intents: [] });
const fetched = new Collection(builders.map((builder, index) => {
  const json = builder.toJSON();
  const data = { type: 1, description: '', ...json, id: String(index), application_id: '1', version: '1' };
  return [data.id, new ApplicationCommand(bot, data)];
}));
console.log(
  await client.putCommands(builders),
  await client.putCommands(builders.map((builder) => builder.toJSON())),
  await client.putCommands(fetched),
);
await bot.destroy();`;

/** Reports until it ends by itself: nothing else keeps it alive. */
export const REPORTING = `${CLIENT}
client.startReporting({ serverCount: () => 4321 });
process.on('exit', () => console.log('ended'));`;

/** Every function with the frameworks' own types. */
export const TYPED = `
import { createServer } from 'node:http';
import {
  ApiError, createClient, createWebhookHandler, expressWebhook, fastifyWebhook, honoWebhook, type VoteEvent,
} from '@bot-listing/client';
import { type ApplicationCommand, type Client as Bot, Collection, SlashCommandBuilder } from 'discord.js';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';

export async function use(bot: Bot<true>, listed: Collection<string, SlashCommandBuilder>): Promise<void> {
  const client = createClient({ baseUrl: new URL('https://bots.example'), botId: bot.user.id, token: 'blt_x' });
  const stored: number = await client.reportStats(bot.guilds.cache.size, { retries: 0 });
  client.startReporting({ serverCount: () => stored, signal: AbortSignal.timeout(5) }).stop();
  const fetched: Collection<string, ApplicationCommand> = await bot.application.commands.fetch();
  await client.putCommands(fetched);
  const reporting = { serverCount: () => stored, onError: async (error: unknown) => void error };
  client.startReporting({ ...reporting, commands: () => bot.application.commands.fetch() });
  createClient({ baseUrl: 'https://bots.example', botId: bot.user.id, token: async () => 'blt_x' });
  await client.putCommands(listed);
  await client.putCommands([new SlashCommandBuilder().toJSON(), new SlashCommandBuilder()]);
  await client.putCommands([{ name: 'ping', description: 'Answers with pong.', options: [] }]);
  // @ts-expect-error a command has a name
  await client.putCommands([{ description: 'Answers with pong.' }]);
  const check = await client.checkVote('234567890123456789');
  if (check.hasVoted) check.nextVoteAt.getTime();
  // @ts-expect-error it is null without a vote
  else check.nextVoteAt.getTime();
  for await (const { userId, votedAt } of client.votes({ pageSize: 10 })) userId.concat(votedAt.toISOString());
}

const onVote = async (vote: VoteEvent) => void vote.votedAt.getTime();
const options = { secret: 'whsec_x', onVote, onError: (error: unknown) => void (error instanceof ApiError) };
express().post('/webhook', expressWebhook(options));
createServer(expressWebhook(options));
fastify().register(fastifyWebhook(options), { prefix: '/webhook' });
new Hono().post('/webhook', honoWebhook(options));
export const handle: (request: Request) => Promise<Response> = createWebhookHandler(options);
`;

/** The declarations alone, without the types of browsers. */
export const DECLARATIONS = `export * from '@bot-listing/client';\n`;
