import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compileJdaBot } from '../jda-project.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');
const SHOWN = join(PROJECT, 'examples/libraries');

/** A bot of the documentation, ready to run. */
export type BotCommand = [string, ...string[]];

/*
 * The bots run as the documentation shows them, but for two things: they report every two seconds, and the service and
 * the chat platform are on loopback. The platform's address is in PLATFORM and GATEWAY.
 */
const changed = (code: string, serviceUrl: string, pace: [shown: string, tested: string]) => {
  if (!code.includes(pace[0])) throw new Error(`The example has no ${pace[0]}`);
  return code.replaceAll('https://bots.example', serviceUrl).replace(...pace);
};

const JAVASCRIPT_PLATFORM = `
import { DefaultRestOptions } from 'discord.js';
DefaultRestOptions.api = process.env.PLATFORM + '/api';
`;

/** @param folder a project that has the client and discord.js */
export async function discordJsBot(folder: string, serviceUrl: string): Promise<BotCommand> {
  const code = await readFile(join(SHOWN, 'discord.js/bot.mjs'), 'utf8');
  const [bot, platform] = [join(folder, 'bot.mjs'), join(folder, 'platform.mjs')];
  const pace: [string, string] = ['startReporting({', 'startReporting({ everyMs: 2000,'];
  await writeFile(bot, changed(code, serviceUrl, pace));
  await writeFile(platform, JAVASCRIPT_PLATFORM);
  return [process.execPath, '--import', platform, bot];
}

/** Its commands are in its code. One has a description that is too long, until the file COMMANDS_ARE_GOOD exists. */
const PYTHON_PLATFORM = `
import os, pathlib, runpy, sys
from types import SimpleNamespace
import discord, yarl
from discord.gateway import DiscordWebSocket
discord.http.Route.BASE = os.environ["PLATFORM"] + "/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["GATEWAY"])
connect = DiscordWebSocket.from_client.__func__
DiscordWebSocket.from_client = classmethod(lambda cls, client, **more: connect(cls, client, **{**more, "compress": False}))
def get_commands(self, **_):
    is_good = pathlib.Path(os.environ["COMMANDS_ARE_GOOD"]).exists()
    return [SimpleNamespace(name="bonus", description="Good." if is_good else "x" * 101)]
discord.app_commands.CommandTree.get_commands = get_commands
runpy.run_path(sys.argv[1], run_name="__main__")
`;

export async function discordPyBot(folder: string, serviceUrl: string): Promise<BotCommand> {
  const run = promisify(execFile);
  await run('python3', ['-m', 'venv', folder]);
  const python = join(folder, 'bin/python');
  const wanted = [join(PROJECT, 'packages/client-python'), 'discord.py>=2.4,<3'];
  await run(python, ['-m', 'pip', 'install', '--quiet', ...wanted]);
  const code = await readFile(join(SHOWN, 'discord.py/bot.py'), 'utf8');
  const [bot, platform] = [join(folder, 'bot.py'), join(folder, 'platform_here.py')];
  await writeFile(bot, changed(code, serviceUrl, PYTHON_PACE));
  await writeFile(platform, PYTHON_PLATFORM);
  return [python, platform, bot];
}
const PYTHON_PACE: [string, string] = ['start_reporting(', 'start_reporting(every=2, '];

export async function jdaBot(folder: string, serviceUrl: string): Promise<BotCommand> {
  const platform = `JDABuilder.createDefault(System.getenv("DISCORD_TOKEN"))
    .setSessionController(new net.dv8tion.jda.api.utils.SessionControllerAdapter() {
      @Override public String getGateway() { return System.getenv("GATEWAY"); }
    })
    .setCompression(net.dv8tion.jda.api.utils.Compression.NONE)
    .setRestConfig(new net.dv8tion.jda.api.requests.RestConfig().setBaseUrl(System.getenv("PLATFORM") + "/api/v10/"))`;
  const classPath = await compileJdaBot(folder, (code) =>
    changed(
      code.replace('JDABuilder.createDefault(System.getenv("DISCORD_TOKEN"))', platform),
      serviceUrl,
      code.includes('JDABuilder') ? ['5, TimeUnit.MINUTES', '2, TimeUnit.SECONDS'] : ['class', 'class'],
    ),
  );
  return ['java', '-Xmx128m', '-cp', classPath, 'Bot'];
}
