import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { bots, type TextImage } from '../../db/tables.ts';
import type { WithDatabase, WithSender } from '../kernel/needs.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type EncodedImage, hashOf, type WithEncoder, writeImages } from './images.ts';
import { imagesNamedIn } from './markdown.ts';

/** The maximum size of an image that is fetched, in bytes. It is stored much smaller. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
/** A server that takes longer has no image here. Eight of them take less than a minute. */
const PATIENCE_MS = 5000;

export interface WithTextImages {
  /** Whether images of texts are fetched and shown; otherwise they stay links. */
  readonly showsTextImages: boolean;
}

type Services = WithDatabase & WithSender & WithEncoder & WithTextImages;

/**
 * Lists the listings that changed since their images were fetched, oldest edit first. Images are fetched for public
 * listings only. Those of removed listings are deleted.
 */
export async function listDueImages(
  { db, showsTextImages }: WithDatabase & WithTextImages,
  limit: number,
): Promise<string[]> {
  const rows = await db.orm
    .select({ id: bots.id })
    .from(bots)
    .where(
      and(
        ne(bots.textImagesRevision, bots.revision),
        // In the words of the index.
        sql`(long_description like '%![%' or text_images <> '[]' or banner_hash is not null)`,
        showsTextImages ? sql`state in ('approved', 'removed')` : eq(bots.state, 'removed'),
      ),
    )
    .orderBy(asc(bots.updatedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Fetches the images that a listing's text names, through the guarded sender and at most eight, and deletes those that
 * it no longer names. An image that is known is not fetched again. One that failed is tried again after the next edit.
 *
 * @param signal ends the wait; nothing is then stored
 */
export async function refreshTextImages(
  services: Services,
  botId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = services;
  const [listing] = await db.orm
    .select({
      state: bots.state,
      revision: bots.revision,
      text: bots.longDescription,
      known: bots.textImages,
    })
    .from(bots)
    .where(eq(bots.id, botId));
  if (!listing) return;
  const { state, revision, text, known } = listing;
  const textImages: TextImage[] = [];
  const fetched: EncodedImage[] = [];
  for (const url of state === 'approved' ? imagesNamedIn(text) : []) {
    const before = known.find((image) => image.url === url && 'hash' in image);
    const image = before ?? (await fetchImage(services, url, signal));
    if (signal.aborted) return;
    if ('image' in image) {
      fetched.push(image);
      textImages.push({ url, hash: hashOf(image.image), width: image.width, height: image.height });
    } else {
      textImages.push(image);
    }
  }
  await db.orm.transaction(async (transaction) => {
    const [present] = await transaction
      .select({ revision: bots.revision })
      .from(bots)
      .where(eq(bots.id, botId))
      .for('update');
    // Edited meanwhile: the listing is still due.
    if (present?.revision !== revision) return;
    const banner = state === 'removed' ? { bannerHash: null } : {};
    await writeImages(transaction, botId, fetched, {
      textImages,
      textImagesRevision: revision,
      ...banner,
    });
  });
}

async function fetchImage(
  { sender, encodeImage }: Services,
  url: string,
  signal: AbortSignal,
): Promise<EncodedImage | TextImage> {
  const outcome = await sender.read({
    url,
    headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
    maxBytes: MAX_IMAGE_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  if (outcome.kind === 'failure') return { url, problem: outcome.reason };
  if (outcome.status !== 200) return { url, problem: `status ${outcome.status}` };
  const encoded = await encodeImage(outcome.body, 'text');
  return 'problem' in encoded ? { url, problem: refusalOf(...encoded.problem).message } : encoded;
}
