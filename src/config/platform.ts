import { z } from 'zod';
import type { Settings } from './settings.ts';
import { template } from './values.ts';

export interface PlatformConfig {
  /** URLs that look up an application on the chat platform; absent when look-ups are off. */
  readonly applications?: { readonly lookUpUrl: string; readonly iconUrl: string };
}

const urlOrOff = z.union([z.literal('off'), template('id')], {
  error: 'must be off, or a URL that holds {id}',
});

export function readPlatform(settings: Settings): PlatformConfig {
  const lookUpUrl =
    settings.read('APPLICATION_LOOKUP_URL', urlOrOff) ?? 'https://discord.com/api/v10/applications/{id}/rpc';
  const iconUrl =
    settings.read('APPLICATION_ICON_URL', template('id', 'icon')) ??
    'https://cdn.discordapp.com/app-icons/{id}/{icon}.png?size=128';
  return lookUpUrl === 'off' ? {} : { applications: { lookUpUrl, iconUrl } };
}
