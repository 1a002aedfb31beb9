import { z } from 'zod';
import type { Reading } from './reading.ts';
import { template } from './values.ts';

const urlOrOff = z
  .union([z.literal('off'), template('id')], { error: 'must be off, or a URL that holds {id}' })
  .meta({ bounds: 'URL or off' });

export const platform = z
  .object({
    APPLICATION_LOOKUP_URL: urlOrOff
      .default('https://discord.com/api/v10/applications/{id}/rpc')
      .describe('Application look-up'),
    APPLICATION_ICON_URL: template('id', 'icon')
      .default('https://cdn.discordapp.com/app-icons/{id}/{icon}.png?size=128')
      .describe('Its icon'),
  })
  .meta({
    title: 'The chat platform',
    notes: `
The platform tells name, description and icon of an application. Listings that follow the platform are refreshed once a
day. Both URLs contain \`{id}\`, the second one also \`{icon}\`. \`off\` turns all look-ups off.
`,
  });

export function readPlatform({ values }: Reading<typeof platform>) {
  const lookUpUrl = values.APPLICATION_LOOKUP_URL;
  /** URLs that look up an application on the chat platform; absent when look-ups are off. */
  const applications = { lookUpUrl, iconUrl: values.APPLICATION_ICON_URL };
  return { ...(lookUpUrl !== 'off' && { applications }) };
}
