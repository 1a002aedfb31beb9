import { eq } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import { bots, listingTexts, type TextImage, textImageFetches } from '../../db/tables.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/day.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { createTurns, type InTurn } from '../kernel/turns.ts';
import { type EncodedImage, hashOf, NO_BANNER, type WithEncoder, writeImages } from './images.ts';
import { imagesNamedIn, MAX_IMAGES } from './markdown.ts';

/** The maximum size of an image that is fetched, in bytes. It is stored much smaller. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
export const PATIENCE = {
  /** A server that takes longer has no image here. */
  imageMs: 5000,
  /** After this time, further images of a listing are left for the next try. */
  listingMs: 20_000,
};
/** Concurrent requests for the images of a listing. */
const AT_ONCE = 2;

type Needs = WithDatabase & WithClock & WithSender & WithEncoder;

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
export async function refreshTextImages(
  services: Needs,
  botId: string,
  beside: Beside,
  patience = PATIENCE,
): Promise<void> {
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
  // Its images stay, and are due when it is public (again).
  if (state !== 'approved' && state !== 'removed') return releaseImages(services, claim);
  const urls = state === 'approved' ? await imagesOf(services, botId, text) : [];
  const found = await findImages(services, urls, known, beside, patience);
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
    const banner = state === 'removed' ? NO_BANNER : {};
    const fetched = found.filter((image) => 'image' in image);
    await writeImages(transaction, botId, fetched, {
      textImages,
      textImagesRevision: revision,
      ...banner,
    });
  });
  await endImages(services, claim, !textImages.some((image) => 'problem' in image));
}

/** The images that the texts of a listing name, those of its own text first; at most eight. */
async function imagesOf({ db }: WithDatabase, botId: string, own: string): Promise<string[]> {
  const translated = await db.orm
    .select({ text: listingTexts.longDescription })
    .from(listingTexts)
    .where(eq(listingTexts.botId, botId))
    .orderBy(listingTexts.language);
  const urls = [own, ...translated.map(({ text }) => text ?? '')].flatMap(imagesNamedIn);
  return [...new Set(urls)].slice(0, MAX_IMAGES);
}

type Fetched = EncodedImage & { readonly url: string };

/** @returns the images in the order of the URLs */
function findImages(
  services: Needs,
  urls: readonly string[],
  known: readonly TextImage[],
  { signal, ofHost }: Beside,
  { imageMs, listingMs }: typeof PATIENCE,
): Promise<(Fetched | TextImage)[]> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(listingMs)]);
  const ofListing = createTurns(AT_ONCE);
  return Promise.all(
    urls.map((url) => {
      const before = known.find((image) => image.url === url && 'hash' in image);
      if (before) return before;
      return ofListing('', () => ofHost(hostOf(url), () => fetchImage(services, url, ended, imageMs)));
    }),
  );
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

async function fetchImage(
  { sender, encodeImage }: Needs,
  url: string,
  signal: AbortSignal,
  patienceMs: number,
): Promise<Fetched | TextImage> {
  if (signal.aborted) return { url, problem: 'aborted' };
  const outcome = await sender.read({
    url,
    headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
    maxBytes: MAX_IMAGE_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  });
  if (outcome.kind === 'failure') return { url, problem: outcome.reason };
  if (outcome.status !== 200) return { url, problem: `status ${outcome.status}` };
  const encoded = await encodeImage(outcome.body, 'text');
  return 'problem' in encoded ? { url, problem: refusalOf(...encoded.problem).message } : { ...encoded, url };
}

export interface WithTextImages {
  /** Whether images of texts are fetched and shown; otherwise they stay links. */
  readonly listingImages: boolean;
}

/** A listing whose images are due. */
export interface DueImages {
  readonly botId: string;
  readonly ownerId: string;
}

/** Another worker may take over after this time. A listing takes less, even if each server is slow. */
const LEASE_MS = 3 * MINUTE_MS;
/** The pauses after each failure. After the last one, only an edit leads to another try. */
const PAUSES_MS = [10 * MINUTE_MS, HOUR_MS, DAY_MS];
/** So many listings are compared. Owners whose listings are fetched now are not among them. */
const COMPARED = 200;

/**
 * Lists listings whose images are due: those that changed since their images were fetched, and those of which a try
 * failed some time ago or whose translations ask for it. The oldest comes first, with at most one of each owner. Images are fetched for public listings
 * only. Those of removed listings are deleted.
 *
 * @param busyOwners owners whose listings are left out
 */
export async function listDueImages(
  { db: { sql }, now, listingImages }: WithDatabase & WithClock & WithTextImages,
  limit: number,
  busyOwners: readonly string[] = [],
): Promise<DueImages[]> {
  const at = now();
  const busy = [...busyOwners];
  const states = listingImages ? ['approved', 'removed'] : ['removed'];
  // The first part is in the words of its index.
  const rows = await sql<(DueImages & { since: Date })[]>`
    with changed as (
      select bots.id, bots.updated_at as since from bots
      left join text_image_fetches fetches on fetches.bot_id = bots.id
      where text_images_revision <> bots.revision
        and (long_description like '%![%' or text_images <> '[]' or banner_hash is not null)
        and bots.state = any(${states}::text[])
        and (fetches.bot_id is null or fetches.due_at <= ${at} or fetches.revision <> bots.revision)
        and not exists (select from bot_owners owner where owner.bot_id = bots.id and not owner.is_co_owner
          and owner.user_id = any(${busy}::text[]))
      order by bots.updated_at limit ${COMPARED}
    ), failed as (
      select bot_id as id, due_at as since from text_image_fetches fetches join bots on bots.id = bot_id
      where ${listingImages} and due_at <= ${at} and bots.state = any(${states}::text[])
        and not exists (select from bot_owners owner where owner.bot_id = fetches.bot_id and not owner.is_co_owner
          and owner.user_id = any(${busy}::text[]))
      order by due_at limit ${COMPARED}
    ), firsts as (
      select distinct on (coalesce(owner.user_id, due.id)) due.id as "botId",
        coalesce(owner.user_id, due.id) as "ownerId", due.since
      from (select * from changed union all select * from failed) due
      left join bot_owners owner on owner.bot_id = due.id and not owner.is_co_owner
      order by coalesce(owner.user_id, due.id), due.since
    )
    select * from firsts order by since limit ${limit}`;
  return rows.map(({ botId, ownerId }) => ({ botId, ownerId }));
}

/** A listing whose images this worker fetches. */
export interface ClaimedImages {
  readonly botId: string;
  readonly revision: number;
  /** How often images of this revision failed before. */
  readonly tries: number;
}

/**
 * Claims a listing for a while. After a crash it is due again when the claim ends.
 *
 * @returns undefined when another worker fetches its images, or a pause after a failure has not ended
 */
export async function claimImages(
  { db: { sql }, now }: WithDatabase & WithClock,
  botId: string,
): Promise<ClaimedImages | undefined> {
  const at = now();
  const [claim] = await sql<ClaimedImages[]>`
    insert into text_image_fetches as present (bot_id, revision, due_at)
    select id, revision, ${new Date(at.getTime() + LEASE_MS)} from bots where id = ${botId}
    on conflict (bot_id) do update set due_at = excluded.due_at, revision = excluded.revision,
      tries = case when present.revision = excluded.revision then present.tries else 0 end
    where present.due_at <= ${at} or present.revision <> excluded.revision
    returning bot_id as "botId", revision, tries`;
  return claim;
}

/** Makes the images of a listing due, now or when it is public. Its own text need not name any. */
export async function demandImages(
  orm: Pick<Transaction, 'insert'>,
  { botId, revision }: Pick<ClaimedImages, 'botId' | 'revision'>,
  at: Date,
): Promise<void> {
  const due = { revision, dueAt: at, tries: 0 };
  await orm
    .insert(textImageFetches)
    .values({ botId, ...due })
    .onConflictDoUpdate({ target: textImageFetches.botId, set: due });
}

/** Ends a claim without a result: the listing stays due. */
export async function releaseImages(
  { db: { sql }, now }: WithDatabase & WithClock,
  claim: ClaimedImages,
): Promise<void> {
  await sql`
    update text_image_fetches set due_at = ${now()}
    where bot_id = ${claim.botId} and revision = ${claim.revision}`;
}

/**
 * Ends a claim whose images are stored.
 *
 * @param isComplete whether all images are stored; otherwise there is another try after a pause, unless this was the
 *   last one
 */
export async function endImages(
  { db: { sql }, now }: WithDatabase & WithClock,
  { botId, revision, tries }: ClaimedImages,
  isComplete: boolean,
): Promise<void> {
  const pauseMs = isComplete ? undefined : PAUSES_MS[tries];
  if (pauseMs === undefined) {
    await sql`delete from text_image_fetches where bot_id = ${botId} and revision = ${revision}`;
  } else {
    await sql`
      update text_image_fetches set tries = ${tries + 1}, due_at = ${new Date(now().getTime() + pauseMs)}
      where bot_id = ${botId} and revision = ${revision}`;
  }
}
