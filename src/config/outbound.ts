import { z } from 'zod';
import { flag, networks, template, url } from './values.ts';

export const webhooks = z
  .object({
    webhookTrustedNetworks: networks.default([]).meta({
      description: 'Networks that webhooks may reach besides public addresses',
      example: '127.0.0.0/8',
    }),
    webhookProxy: url('http:').optional().meta({
      description: 'An HTTP proxy (CONNECT) for all outbound requests',
      example: 'http://proxy.internal:3128',
      isSecret: true,
      isGrave: true,
    }),
  })
  .meta({
    title: 'Webhooks and outbound requests',
    notes: `
Webhooks reach trusted networks by http too, and on every port. This is for development.
`,
  });

const urlOrOff = z.union([z.literal('off'), template('id')], {
  error: 'must be off, or a URL that holds {id}',
});

export const platform = z
  .object({
    applicationLookupUrl: urlOrOff
      .default('https://discord.com/api/v10/applications/{id}/rpc')
      .transform((value) => (value === 'off' ? undefined : value))
      .meta({ description: 'Application look-up', bounds: 'URL or off' }),
    applicationIconUrl: template('id', 'icon')
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

export const images = z
  .object({
    listingImages: flag.default(true).describe('Shows the images that texts of listings name'),
  })
  .meta({
    title: 'Images of listings',
    notes: `
A worker fetches each image once, from its public address and through \`WEBHOOK_PROXY\` if it is set, and the service
serves a smaller copy. At most eight images of a public listing, each up to 4 MiB and 4096 × 4096 pixels, as PNG, JPEG,
WebP or GIF. An image that fails stays a link. It is tried again after 10 minutes, an hour and a day, and with the next
edit of the listing. With \`false\` nothing is fetched, and all images are links.
`,
  });
