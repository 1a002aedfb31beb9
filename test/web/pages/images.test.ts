import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTurns } from '../../../src/domain/kernel/turns.ts';
import { listByIds } from '../../../src/domain/listing/read.ts';
import { refreshTextImages } from '../../../src/domain/listing/text-images.ts';
import { decideEdit } from '../../../src/domain/moderation/decide-edit.ts';
import { given, unreviewed } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { type Loopback, listenOnLoopback } from '../../kit/loopback.ts';
import { present } from '../../kit/present.ts';
import { startService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, visit } from '../page.ts';

const TRUSTED = { WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8' };
const SET = `mutation ($id: ID!, $image: String!) { result: setBanner(botId: $id, image: $image) {
  __typename ... on Bot { bannerUrl bannerThumbnailUrl } ... on Error { message } } }`;
const REMOVE = `mutation ($id: ID!) { result: removeBanner(botId: $id) {
  __typename ... on Bot { bannerUrl bannerThumbnailUrl } ... on Error { message } } }`;
interface Changed {
  readonly __typename: string;
  readonly bannerUrl?: string | null;
  readonly bannerThumbnailUrl?: string | null;
  readonly message?: string;
}

const subject = useService(5, TRUSTED);
let images: Loopback;
beforeAll(async () => {
  const image = await rectangle(1800, 900);
  // Starts the process that encodes.
  await subject.services.encodeImage(image, 'text');
  images = await listenOnLoopback(createServer((_, response) => response.end(image)));
});
afterAll(() => images?.close());

const rectangle = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0ea5e9' } })
    .jpeg()
    .toBuffer();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(subject.service.url + path, { headers });

async function upload(
  id: string,
  image: Buffer,
  userId = subject.ownerId,
  isReviewed = false,
): Promise<Changed> {
  const cookie = await subject.signIn(userId);
  const send = () => subject.graphql<Changed>(SET, { id, image: image.toString('base64') }, cookie);
  return isReviewed ? send() : unreviewed(subject.services, id, send);
}

/** The images of the listing's text, on its page. */
async function shownOn(service: typeof subject.service, id: string) {
  const { html } = await visit(service, `/bot/${id}`);
  const elements = elementsOf(html);
  const start = elements.findIndex(({ attributes }) => attributes.id === 'about');
  const end = elements.findIndex(({ attributes }) => attributes.class === 'panel');
  return elements.slice(start, end).filter(({ name }) => name === 'img');
}

describe('A banner', () => {
  test('that an owner uploads is on the page, and is served in one size for a year', async () => {
    const { id } = subject.bot();
    const plain = await visit(subject.service, `/bot/${id}`);
    const { bannerUrl } = await upload(id, await rectangle(1000, 300));
    expect(bannerUrl).toMatch(new RegExp(`^/bot/${id}/image/[0-9a-f]{64}$`));
    const response = await get(bannerUrl ?? '');
    const body = Buffer.from(await response.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 400 });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await get(bannerUrl ?? '', { 'if-none-match': etag })).status).toBe(304);

    const bannerOf = (html: string) =>
      elementsOf(html).filter(({ attributes }) => attributes.width === '1600' && attributes.height === '400');
    expect(bannerOf(plain.html)[0]?.attributes).toMatchObject({ src: `/bot/${id}/avatar`, alt: '' });
    const { html } = await visit(subject.service, `/bot/${id}`);
    expect(bannerOf(html)[0]?.attributes).toMatchObject({ src: bannerUrl, alt: '' });
  });

  test('that is full of detail is small on the card of a featured bot, which shows it and says why in its language', async () => {
    const { id, ownerId } = await given(subject.services).listing().approved();
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const detailed = await sharp({
      create: { width: 1600, height: 400, channels: 3, background: '#000', noise },
    })
      .jpeg({ quality: 50 })
      .toBuffer();
    const { bannerThumbnailUrl } = await upload(id, detailed, ownerId);
    const body = Buffer.from(await (await get(bannerThumbnailUrl ?? '')).arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 480, height: 120 });
    expect(body.length).toBeLessThanOrEqual(3 * 1024);
    await subject.services.db.sql`
      insert into features (id, bot_id, user_id, reasons, place, featured_until, created_at)
      values (gen_random_uuid(), ${id}, ${ownerId}, '{"en": "It is calm.", "de": "Er ist ruhig."}', 1,
        now() + interval '1 day', now())`;
    const reasons = { en: 'It is calm.', de: 'Er ist ruhig.', fr: undefined };
    for (const [language, reason] of Object.entries(reasons)) {
      const { html } = await visit(subject.service, '/', { headers: { 'accept-language': language } });
      expect(elementsOf(html).map(({ attributes }) => attributes.src)).toContain(bannerThumbnailUrl);
      // Whoever reads another language is told nothing.
      const shown = Object.values(reasons).filter((each) => each !== undefined && html.includes(each));
      expect(shown).toEqual(reason === undefined ? [] : [reason]);
    }
  });

  test('that is removed or replaced is gone', async () => {
    const { id } = subject.bot();
    const first = await upload(id, await rectangle(1000, 300));
    const second = await upload(
      id,
      await sharp(await rectangle(800, 200))
        .negate()
        .png()
        .toBuffer(),
    );
    expect(second.bannerUrl).not.toBe(first.bannerUrl);
    expect((await get(first.bannerUrl ?? '')).status).toBe(404);
    expect((await get(second.bannerUrl ?? '')).status).toBe(200);
    const cookie = await subject.signIn(subject.ownerId);
    expect(await subject.graphql<Changed>(REMOVE, { id }, cookie)).toEqual({
      __typename: 'Bot',
      bannerUrl: null,
      bannerThumbnailUrl: null,
    });
    expect((await get(second.bannerUrl ?? '')).status).toBe(404);
    const rows = await subject.services.db.sql`select from listing_images where bot_id = ${id}`;
    expect(rows).toHaveLength(0);
  });

  test('is refused with a sentence, and the one before stays', async () => {
    const { id } = subject.bot();
    const { bannerUrl } = await upload(id, await rectangle(1000, 300));
    const large = await sharp({
      create: {
        width: 2000,
        height: 600,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', sigma: 90 },
      },
    })
      .png()
      .toBuffer();
    for (const [image, message] of [
      [await rectangle(500, 500), /It must be at least 640 wide/],
      [await rectangle(900, 900), /three to four times as wide as high/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a PNG, JPEG, WebP or GIF/],
      [large.subarray(0, 701 * 1024 + 10), /larger than 700 KiB/],
    ] as const) {
      expect(await upload(id, image)).toMatchObject({
        __typename: 'InvalidInputError',
        message: expect.stringMatching(message),
      });
    }
    const cookie = await subject.signIn(subject.ownerId);
    expect(await subject.graphql<Changed>(SET, { id, image: 'no base64!' }, cookie)).toMatchObject({
      message: expect.stringContaining('base64'),
    });
    expect((await get(bannerUrl ?? '')).status).toBe(200);
    expect(await upload(id, await rectangle(1000, 300), newUserId(), true)).toMatchObject({
      __typename: 'ForbiddenError',
    });
  });

  test('of a hidden listing is for those only who may see the listing', async () => {
    const { id, ownerId } = await given(subject.services).listing().approved();
    const { bannerUrl } = await upload(id, await rectangle(1000, 300), ownerId);
    await subject.services.db.sql`update bots set state = 'suspended' where id = ${id}`;
    expect((await get(bannerUrl ?? '')).status).toBe(404);
    const owner = await get(bannerUrl ?? '', { cookie: await subject.signIn(ownerId) });
    expect([owner.status, owner.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  });

  test('of a public listing waits: its page shows the accepted one, and strangers cannot fetch the other', async () => {
    const { service } = subject;
    const { id, ownerId } = await given(service.services).listing().approved();
    const accepted = await upload(id, await rectangle(1000, 300), ownerId);
    const red = await sharp(await rectangle(800, 200))
      .negate()
      .png()
      .toBuffer();
    expect(await upload(id, red, ownerId, true)).toMatchObject({ bannerUrl: accepted.bannerUrl });
    const [row] = await service.services.db.sql`
      select id, after ->> 'bannerHash' as hash from listing_edits where bot_id = ${id} and state = 'waiting'`;
    const waiting = `/bot/${id}/image/${row?.hash}`;
    const { html } = await visit(service, `/bot/${id}`);
    expect(html).toContain(accepted.bannerUrl);
    expect(html).not.toContain(row?.hash);

    const moderator = await given(service.services).moderator();
    const statusFor = async (userId: string) =>
      (await get(waiting, { cookie: await service.signIn(userId) })).status;
    expect((await get(waiting)).status).toBe(404);
    expect(await statusFor(newUserId())).toBe(404);
    expect(await statusFor(await given(service.services).invitedTo(id))).toBe(404);
    expect(await statusFor(await given(service.services).coOwnerOf(id))).toBe(200);
    expect(await statusFor(moderator)).toBe(200);
    const owner = await get(waiting, { cookie: await service.signIn(ownerId) });
    expect([owner.status, owner.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);

    await decideEdit(service.services, moderator, id, { editId: Number(row?.id), accepts: true });
    service.services.listingTouched(id);
    expect((await get(waiting)).status).toBe(200);
    expect((await get(accepted.bannerUrl ?? '')).status).toBe(404);
  });
});

describe('Images of a text', () => {
  test('are on the page with their size and their text, and come from this site', async () => {
    const { services } = subject;
    const url = `${images.origin}/a.jpg`;
    const longDescription = `![The "queue" <b>](${url})\n\n[![linked](${url})](https://a.example)\n\n![no](https://a.invalid/x.png)`;
    const { id } = await given(services).listing({ longDescription }).approved();
    expect(await shownOn(subject.service, id)).toEqual([]);
    await refreshTextImages(
      { ...services, sender: { ...services.sender, read: readOnly(images.origin) } },
      id,
      BESIDE,
    );
    services.listingTouched(id);
    const shown = await shownOn(subject.service, id);
    expect(shown).toHaveLength(2);
    const src = present(shown[0]).attributes.src ?? '';
    expect(shown[0]?.attributes).toEqual({
      src,
      alt: 'The "queue" <b>',
      width: '1200',
      height: '600',
      loading: 'lazy',
      decoding: 'async',
    });
    expect(src).toMatch(new RegExp(`^/bot/${id}/image/[0-9a-f]{64}$`));
    expect((await get(src)).status).toBe(200);
    const { html, headers } = await visit(subject.service, `/bot/${id}`);
    expect(headers.get('content-security-policy')).toContain("img-src 'self'");
    expect(html).toContain('<a href="https://a.invalid/x.png"');

    const other = (await given(services).listing().approved()).id;
    expect((await get(src.replace(id, other))).status).toBe(404);
    expect((await get(`/bot/${id}/image/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await get(`/bot/${id}/image/..%2favatar`)).status).toBe(404);

    await using off = await startService({ ...TRUSTED, LISTING_IMAGES: 'false' });
    expect(await shownOn(off, id)).toEqual([]);
    expect((await fetch(off.url + src)).status).toBe(404);
  });
});

describe('The page of a listing', () => {
  test('shows its own text, whatever anybody has previewed before', async () => {
    const { services } = subject;
    const url = `${images.origin}/b.jpg`;
    const longDescription = `![The queue](${url})`;
    const { id } = await given(services).listing({ longDescription }).approved();
    await refreshTextImages(services, id, BESIDE);
    services.listingTouched(id);
    const { textImages } = present((await listByIds(services, [id])).get(id));
    const [image] = textImages;
    expect(image).toMatchObject({ url, width: 1200 });

    // All forms that a key of this text could have.
    const shown = { botId: id, images: textImages };
    const cookie = await subject.signIn();
    for (const text of [
      longDescription,
      `${JSON.stringify(shown)} ${longDescription}`,
      JSON.stringify([id, textImages, longDescription]),
      JSON.stringify([shown, longDescription]),
    ]) {
      const preview = 'query ($text: String!) { result: markdownPreview(text: $text) }';
      expect(await subject.graphql<string>(preview, { text }, cookie)).not.toContain('<img');
    }
    expect(await shownOn(subject.service, id)).toHaveLength(1);
    const { html } = await visit(subject.service, `/bot/${id}`);
    expect(html).not.toContain('&quot;images&quot;');
  });
});

const BESIDE = { signal: new AbortController().signal, ofHost: createTurns(2) };

/** Reads from one origin, and from nowhere else: the tests ask no real server. */
function readOnly(origin: string): typeof subject.services.sender.read {
  return async (request) =>
    request.url.startsWith(origin)
      ? subject.services.sender.read(request)
      : { kind: 'failure', reason: 'blocked', durationMs: 0 };
}
