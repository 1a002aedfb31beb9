import { z } from 'zod';
import type { Reading } from './reading.ts';
import { flag } from './values.ts';

export const images = z
  .object({
    LISTING_IMAGES: flag.default(true).describe('Shows the images that texts of listings name'),
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

export function readImages({ values }: Reading<typeof images>) {
  return {
    /** Whether images of listings' texts are fetched and shown. Otherwise they are links. */
    showsTextImages: values.LISTING_IMAGES,
  };
}
