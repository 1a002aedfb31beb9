import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/domain/identity/tokens.ts';
import { freePort } from '../../../src/embedded/ports.ts';
import { SECRET, type SignedDelivery, signed, signedVote } from '../../client/signed.ts';
import { type RunningProgram, startProgram } from '../../docs/programs.ts';
import { ownDatabase } from '../../kit/database.ts';
import { makeFolder } from '../../kit/folder.ts';
import { newUserId } from '../../kit/ids.ts';
import { present } from '../../kit/present.ts';
import { forFile, startService, type TestService } from '../../kit/service.ts';
import { installClient } from '../installed.ts';
import { type ChatPlatform, startChatPlatform } from './chat-platform.ts';
import type { WebSocketServers } from './gateway.ts';
import { type BotCommand, discordJsBot, discordPyBot, jdaBot } from './programs-of-bots.ts';

const LIVES_MS = 60_000;
const GOOD = { name: 'bonus', description: 'Good.' };
const BAD = { name: 'bonus', description: 'x'.repeat(101) };

/** A bot that runs, with its own part of the chat platform. */
interface RunningBot {
  readonly name: string;
  readonly id: string;
  /** The service does not know it at first. */
  readonly token: string;
  readonly platform: ChatPlatform;
  readonly program: RunningProgram;
  /** Where it receives votes, if it does. */
  readonly webhook: string;
}

const opened = await forFile(new AsyncDisposableStack());
let service: TestService;
let environment: Record<string, string>;
let commandsAreGood: string;
let started: number;
const bots: RunningBot[] = [];

beforeAll(async () => {
  const folder = (name: string) => makeFolder(name, opened);
  environment = { ...(await ownDatabase(opened)), LOG_LEVEL: 'error', PORT: `${await freePort(0)}` };
  service = await startService(environment);
  opened.defer(() => service.close());
  const project = await folder('discord-js');
  commandsAreGood = join(project, 'commands-are-good');
  const commands = await Promise.all([
    installClient(project).then(() => discordJsBot(project, service.url)),
    folder('discord-py').then((made) => discordPyBot(made, service.url)),
    folder('jda').then((made) => jdaBot(made, service.url)),
  ]);
  const sockets = createRequire(join(project, 'package.json'))('ws') as WebSocketServers;
  const seeded = await service.seed({ bots: 3, users: 0 });
  started = performance.now();
  for (const [index, name] of ['discord.js', 'discord.py', 'JDA'].entries()) {
    bots.push(await startBot(name, present(commands[index]), present(seeded.bots[index]).id, sockets));
  }
});

/** Starts it with a token that the service does not know. */
async function startBot(
  name: string,
  command: BotCommand,
  id: string,
  sockets: WebSocketServers,
): Promise<RunningBot> {
  const platform = opened.use(await startChatPlatform(id, sockets));
  platform.commands = [BAD];
  const port = `${await freePort(0)}`;
  const token = `blt_${randomBytes(32).toString('base64url')}`;
  const program = startProgram(command, {
    ...{ BOT_ID: id, BOT_TOKEN: token, WEBHOOK_SECRET: SECRET, PORT: port },
    ...{
      DISCORD_TOKEN: `${btoa(id)}.discord.token`,
      PLATFORM: platform.origin,
      GATEWAY: platform.gatewayUrl,
    },
    COMMANDS_ARE_GOOD: commandsAreGood,
    PYTHONUNBUFFERED: '1',
  });
  opened.defer(() => program.stop());
  return { name, id, token, platform, program, webhook: `http://127.0.0.1:${port}/webhook` };
}

/** Runs a check for all bots side by side. A failure names the bot, and shows what it printed. */
const each = (check: (bot: RunningBot) => Promise<unknown>, of = bots) =>
  Promise.all(
    of.map(async (bot) => {
      const alive = () => expect(bot.program.isAlive(), 'It must not end.').toBe(true);
      try {
        alive();
        await check(bot);
        alive();
      } catch (error) {
        throw new Error(`${bot.name}: ${error}\nIt printed:\n${bot.program.output()}`, { cause: error });
      }
    }),
  );
const eventually = (what: string) => ({ timeout: 30_000, message: what });

/** The bot gets another server, and then the service another count. */
async function expectReports(bot: RunningBot): Promise<void> {
  const servers = bot.platform.joinServer();
  const stored = async () => {
    const { sql } = service.services.db;
    const [row] = await sql`select server_count from bot_stats where bot_id = ${bot.id}`;
    return row?.server_count;
  };
  await expect.poll(stored, eventually('the stored count')).toBe(servers);
}

async function commandsOf({ id }: RunningBot): Promise<unknown> {
  const query = 'query ($id: ID!) { bot(botId: $id) { commands { name description } } }';
  return (await service.graphql(query, { id })).data?.bot.commands;
}

const linesWith = (program: RunningProgram, part: RegExp) =>
  program
    .output()
    .split('\n')
    .filter((line) => part.test(line));

describe('Bots that run as the documentation shows them', () => {
  test('live on with a stale token, reply to their users, and tell of the token once', async () => {
    await each(async ({ platform, program }) => {
      await expect.poll(program.output, eventually('what it printed')).toMatch(/401/);
      platform.runCommand('bonus', newUserId());
      const replies = () => platform.replies;
      await expect
        .poll(replies, eventually('a reply'))
        .toEqual([expect.stringContaining('Try again later.')]);
    });
    // Several more reports are refused meanwhile.
    await delay(6000);
    await each(async ({ program }) => {
      expect(linesWith(program, /401/).filter((line) => !line.includes('The check failed'))).toHaveLength(1);
    });
  });

  test('report as soon as the token is known, although the service refuses their commands', async () => {
    const { sql } = service.services.db;
    for (const { id, token } of bots) {
      await sql`update api_tokens set token_hash = ${hashToken(token)} where bot_id = ${id}`;
    }
    await each(async (bot) => {
      await expectReports(bot);
      await expect.poll(bot.program.output, eventually('what it printed')).toMatch(/\b400\b/);
      await expectReports(bot);
      expect(linesWith(bot.program, /\b400\b/)).toHaveLength(1);
    });
  });

  test('know who has voted', async () => {
    await each(async ({ id, platform }) => {
      const voter = newUserId();
      const { sql } = service.services.db;
      await sql`insert into vote_windows (bot_id, user_id, voted_at) values (${id}, ${voter}, now())`;
      platform.replies.length = 0;
      platform.runCommand('bonus', voter);
      await expect.poll(() => platform.replies, eventually('a reply')).toEqual(['Here is your bonus!']);
      platform.runCommand('bonus', newUserId());
      await expect.poll(() => platform.replies[1], eventually('a reply')).toMatch(/^Vote for me first: http/);
    });
  });

  test('publish their commands once they are right', async () => {
    await writeFile(commandsAreGood, '');
    for (const { platform } of bots) platform.commands = [GOOD];
    await each((bot) => expect.poll(() => commandsOf(bot), eventually('the commands')).toEqual([GOOD]));
  });

  test('ride out a restart of the service', async () => {
    await service.close();
    // Several reports find nothing that listens.
    await delay(8000);
    service = await startService(environment);
    await each(expectReports);
  });

  test('take a vote of a user who takes no direct messages: once, and without asking for it again', async () => {
    const receivers = bots.filter(({ name }) => name !== 'JDA');
    await each(async ({ webhook, platform, program }) => {
      const post = async ({ body, headers }: SignedDelivery) =>
        (await fetch(webhook, { method: 'POST', body, headers })).status;
      const vote = signedVote();
      const { user_id } = JSON.parse(vote.body) as { user_id: string };
      const sent = signed(JSON.stringify({ ...JSON.parse(signedVote().body), test: true }), {
        'x-webhook-test': 'true',
      });
      expect([await post(sent), await post(vote), await post(vote)]).toEqual([204, 204, 204]);
      const told = new RegExp(`No message to ${user_id}: .*Cannot send messages to this user`);
      await expect.poll(program.output, eventually('what it printed')).toMatch(told);
      expect(platform.refused).toEqual([user_id]);
      expect(await post({ ...vote, body: `${vote.body} ` })).toBe(401);
    }, receivers);
  });

  test('have lived for a minute, and still report', async () => {
    await delay(Math.max(0, started + LIVES_MS - performance.now()));
    await each(expectReports);
  });
});
