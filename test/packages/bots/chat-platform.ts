import { createServer } from 'node:http';
import { listenOnLoopback } from '../../kit/loopback.ts';
import { addGateway, type WebSocketServers } from './gateway.ts';
import { respondTo } from './platform-routes.ts';

export interface Command {
  readonly name: string;
  readonly description: string;
}

/** The side of Discord that one bot sees: its servers, its commands, and users who refuse direct messages. */
export interface ChatPlatform extends AsyncDisposable {
  readonly origin: string;
  readonly gatewayUrl: string;
  /** The commands that the bot has registered. */
  commands: readonly Command[];
  /** The users who refused a direct message. */
  readonly refused: string[];
  /** What the bot replied to commands. */
  readonly replies: string[];
  /** Adds the bot to one more server. @returns how many servers it is in */
  joinServer(): number;
  /** A user runs a command without options. */
  runCommand(name: string, userId: string): void;
}

/**
 * Starts the parts of Discord that the bots in `examples/libraries/` use, on loopback.
 *
 * @param botId the bot's application id, which is its user id, too
 * @param sockets the package `ws`
 */
export async function startChatPlatform(botId: string, sockets: WebSocketServers): Promise<ChatPlatform> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      // discord.py sends ids as numbers, which JavaScript would round.
      const json = text.replaceAll(/:\s*(\d{16,})\b/g, ':"$1"');
      const body = request.headers['content-type']?.startsWith('application/json') ? JSON.parse(json) : {};
      // The bots' libraries put the version of the API in front.
      const path = request.url?.replace(/^\/api\/v\d+|\?.*/g, '') ?? '';
      const { status, json: answer } = respondTo(`${request.method} ${path}`, body, platform);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const gateway = addGateway(server, botId, sockets);
  const { origin, close } = await listenOnLoopback(server);
  const platform = {
    botId,
    origin,
    gatewayUrl: origin.replace('http', 'ws'),
    commands: [] as readonly Command[],
    refused: [] as string[],
    replies: [] as string[],
    joinServer: gateway.joinServer,
    runCommand: gateway.runCommand,
    async [Symbol.asyncDispose]() {
      gateway.close();
      await close();
    },
  };
  return platform;
}
