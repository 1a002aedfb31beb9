import { newUserId } from '../../kit/ids.ts';
import { applicationOf, messageOf, userOf } from './platform-objects.ts';

interface State {
  readonly botId: string;
  readonly gatewayUrl: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly refused: string[];
  readonly replies: string[];
}

interface PlatformResponse {
  readonly status: number;
  readonly json: unknown;
}

const ok = (json: unknown): PlatformResponse => ({ status: 200, json });

/** Discord's code for a user who takes no direct messages of the bot. */
const CLOSED = { message: 'Cannot send messages to this user', code: 50007 };

/** Responds to a request of a bot as Discord does. */
export function respondTo(
  request: string,
  body: { readonly recipient_id?: string; readonly content?: string },
  { botId, gatewayUrl, commands, refused, replies }: State,
): PlatformResponse {
  switch (request) {
    case 'GET /gateway':
    case 'GET /gateway/bot': {
      const session_start_limit = {
        total: 1000,
        remaining: 999,
        reset_after: 86_400_000,
        max_concurrency: 1,
      };
      return ok({ url: gatewayUrl, shards: 1, session_start_limit });
    }
    case 'GET /users/@me':
      return ok(userOf(botId, true));
    case 'GET /applications/@me':
    case 'GET /oauth2/applications/@me':
      return ok(applicationOf(botId));
    case `GET /applications/${botId}/commands`:
      return ok(
        commands.map((command) => ({
          ...{ ...command, id: newUserId(), application_id: botId, type: 1, version: '1' },
          ...{ default_member_permissions: null, nsfw: false },
        })),
      );
    case 'POST /users/@me/channels': {
      const recipient = body.recipient_id ?? '';
      // The id of the channel is that of the user.
      return ok({ id: recipient, type: 1, last_message_id: null, recipients: [userOf(recipient)] });
    }
  }
  const user = /^GET \/users\/(\d+)$/.exec(request)?.[1];
  if (user) return ok(userOf(user));
  const channel = /^POST \/channels\/(\d+)\/messages$/.exec(request)?.[1];
  if (channel) {
    refused.push(channel);
    return { status: 403, json: CLOSED };
  }
  const interaction = /^POST \/interactions\/(\d+)\/[^/]+\/callback$/.exec(request)?.[1];
  if (interaction) {
    const { data } = body as { data?: { content?: string } };
    if (data?.content) replies.push(data.content);
    return ok({ interaction: { id: interaction, type: 2 }, resource: { type: 5 } });
  }
  if (/^(POST|PATCH) \/webhooks\//.test(request)) {
    if (body.content) replies.push(body.content);
    return ok(messageOf(botId, body.content ?? ''));
  }
  return { status: 404, json: { message: '404: Not Found', code: 0 } };
}
