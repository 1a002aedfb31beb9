import { eq } from 'drizzle-orm';
import { bots, type TextImage } from '../../db/tables.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { createTurns, type InTurn } from '../kernel/turns.ts';
import { claimImages, endImages, releaseImages } from './due-images.ts';
import { type EncodedImage, hashOf, type WithEncoder, writeImages } from './images.ts';
import { imagesNamedIn } from './markdown.ts';

/** The maximum size of an image that is fetched, in bytes. It is stored much smaller. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
/** A server that takes longer has no image here. */
const PATIENCE_MS = 5000;

/** After this time, further images of a listing are left for the next try. */
const LISTING_MS = 20_000;
/** Concurrent requests for the images of a listing. */
const AT_ONCE = 2;

type Services = WithDatabase & WithClock & WithSender & WithEncoder;

/** Who else fetches images in this process. */
export interface Beside {
  /** Ends the wait; nothing is then stored. */
  readonly signal: AbortSignal;
  /** Limits the concurrent requests to a host. */
  readonly ofHost: InTurn;
}

/**
 * Fetches the images that a listing's text names, through the guarded sender and at most eight, and deletes those that
 * it no longer names. An image that is known is not fetched again. If one fails, there is another try after a pause: see
 * `endImages`. Does nothing while another worker is at it.
 */
export async function refreshTextImages(services: Services, botId: string, beside: Beside): Promise<void> {
  const { db } = services;
  const claim = await claimImages(services, botId);
  if (!claim) return;
  const [listing] = await db.orm
    .select({
      state: bots.state,
      revision: bots.revision,
      text: bots.longDescription,
      known: bots.textImages,
    })
    .from(bots)
    .where(eq(bots.id, botId));
  if (listing?.revision !== claim.revision) return releaseImages(services, claim);
  const { state, revision, text, known } = listing;
  // Its images stay for the time when it is public again.
  if (state !== 'approved' && state !== 'removed') return endImages(services, claim, true);
  const found = await findImages(services, state === 'approved' ? imagesNamedIn(text) : [], known, beside);
  if (beside.signal.aborted) return releaseImages(services, claim);
  const textImages = found.map(
    (image): TextImage =>
      'image' in image
        ? { url: image.url, hash: hashOf(image.image), width: image.width, height: image.height }
        : image,
  );
  await db.orm.transaction(async (transaction) => {
    const [present] = await transaction
      .select({ revision: bots.revision })
      .from(bots)
      .where(eq(bots.id, botId))
      .for('update');
    // Edited meanwhile: the listing is still due.
    if (present?.revision !== revision) return;
    const banner = state === 'removed' ? { bannerHash: null } : {};
    const fetched = found.filter((image) => 'image' in image);
    await writeImages(transaction, botId, fetched, {
      textImages,
      textImagesRevision: revision,
      ...banner,
    });
  });
  await endImages(services, claim, !textImages.some((image) => 'problem' in image));
}

type Fetched = EncodedImage & { readonly url: string };

/** @returns the images in the order of the URLs */
function findImages(
  services: Services,
  urls: readonly string[],
  known: readonly TextImage[],
  { signal, ofHost }: Beside,
): Promise<(Fetched | TextImage)[]> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(LISTING_MS)]);
  const ofListing = createTurns(AT_ONCE);
  return Promise.all(
    urls.map((url) => {
      const before = known.find((image) => image.url === url && 'hash' in image);
      if (before) return before;
      return ofListing('', () => ofHost(hostOf(url), () => fetchImage(services, url, ended)));
    }),
  );
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

async function fetchImage(
  { sender, encodeImage }: Services,
  url: string,
  signal: AbortSignal,
): Promise<Fetched | TextImage> {
  if (signal.aborted) return { url, problem: 'aborted' };
  const outcome = await sender.read({
    url,
    headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
    maxBytes: MAX_IMAGE_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
  if (outcome.kind === 'failure') return { url, problem: outcome.reason };
  if (outcome.status !== 200) return { url, problem: `status ${outcome.status}` };
  const encoded = await encodeImage(outcome.body, 'text');
  return 'problem' in encoded ? { url, problem: refusalOf(...encoded.problem).message } : { ...encoded, url };
}
