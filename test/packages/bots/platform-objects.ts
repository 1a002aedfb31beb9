import { newUserId } from '../../kit/ids.ts';

/*
 * Discord's objects, as far as the libraries of the bots read them.
 */

export const userOf = (id: string, bot = false) => ({
  ...{ id, username: `user${id}`, global_name: null, discriminator: '0', avatar: null },
  ...{ bot, flags: 0, public_flags: 0 },
});

export const applicationOf = (id: string) => ({
  ...{ id, name: 'Bot', icon: null, description: '', summary: '', verify_key: '00', flags: 0, hook: true },
  ...{ bot_public: true, bot_require_code_grant: false, owner: userOf('123456789012345678'), team: null },
});

export const messageOf = (botId: string, content: string) => ({
  ...{ id: newUserId(), channel_id: newUserId(), author: userOf(botId, true), content, type: 0, flags: 0 },
  ...{ timestamp: '2026-01-01T00:00:00.000000+00:00', edited_timestamp: null, tts: false, pinned: false },
  ...{
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
  },
});

/** A server whose only member is the bot. */
export function serverOf(id: string, botId: string): object {
  const everyone = {
    ...{ id, name: '@everyone', color: 0, hoist: false, position: 0, permissions: '0', managed: false },
    ...{ mentionable: false, flags: 0, icon: null, unicode_emoji: null },
  };
  const member = {
    ...{
      user: userOf(botId, true),
      roles: [],
      nick: null,
      avatar: null,
      joined_at: '2026-01-01T00:00:00.000000+00:00',
    },
    ...{ deaf: false, mute: false, flags: 0, pending: false, premium_since: null },
  };
  return {
    ...{ id, name: `Server ${id}`, icon: null, splash: null, discovery_splash: null, banner: null },
    ...{ owner_id: '123456789012345678', afk_channel_id: null, afk_timeout: 300, verification_level: 0 },
    ...{ default_message_notifications: 0, explicit_content_filter: 0, roles: [everyone], emojis: [] },
    ...{
      features: [],
      mfa_level: 0,
      system_channel_id: null,
      system_channel_flags: 0,
      rules_channel_id: null,
    },
    ...{ joined_at: '2026-01-01T00:00:00.000000+00:00', large: false, unavailable: false, member_count: 1 },
    ...{ voice_states: [], members: [member], channels: [], threads: [], presences: [], stage_instances: [] },
    ...{ guild_scheduled_events: [], stickers: [], soundboard_sounds: [], preferred_locale: 'en-US' },
    ...{ nsfw_level: 0, premium_tier: 0, premium_subscription_count: 0, premium_progress_bar_enabled: false },
    ...{ description: null, vanity_url_code: null, public_updates_channel_id: null, nsfw: false },
    ...{ safety_alerts_channel_id: null, application_id: null, max_members: 500_000, version: 1 },
  };
}

/** The libraries read the time from an interaction's id: after 15 minutes they do not reply. */
const idOfNow = () => String(BigInt(Date.now() - Date.UTC(2015, 0)) << 22n);

/** A user runs a command without options in a direct message. */
export const commandRun = (name: string, botId: string, userId: string) => ({
  ...{ id: idOfNow(), application_id: botId, type: 2, token: 'interaction-token', version: 1 },
  ...{ data: { id: newUserId(), name, type: 1, options: [] }, user: userOf(userId), locale: 'en-US' },
  ...{ channel_id: userId, channel: { id: userId, type: 1, recipients: [userOf(userId)] }, context: 1 },
  ...{
    app_permissions: '0',
    entitlements: [],
    authorizing_integration_owners: {},
    attachment_size_limit: 1_000_000,
  },
});
