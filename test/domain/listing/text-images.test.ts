import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListingState, TextImage } from '../../../src/db/tables.ts';
import { createTurns } from '../../../src/domain/kernel/turns.ts';
import { editListing } from '../../../src/domain/listing/edit.ts';
import { findListing, listByIds } from '../../../src/domain/listing/read.ts';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import {
  claimImages,
  listDueImages,
  PATIENCE,
  refreshTextImages,
} from '../../../src/domain/listing/text-images.ts';
import { listTranslations, removeTranslation, setTranslation } from '../../../src/domain/listing/texts.ts';
import { setBanner } from '../../../src/domain/listing/uploads.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { createSender } from '../../../src/net/sender.ts';
import { dueTextImages } from '../../../src/workflows/worker/text-images.ts';
import { createWorker, workOff } from '../../../src/workflows/worker/work-off.ts';
import { given, unreviewed } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { listenOnLoopback } from '../../kit/loopback.ts';
import { present } from '../../kit/present.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { at, HOUR_MS, after as later } from '../../kit/time.ts';

const OPEN = new AbortController().signal;
const BESIDE = { signal: OPEN, ofHost: createTurns(2) };
const picture = (format: 'png' | 'jpeg' | 'gif' = 'png', width = 90) =>
  sharp({ create: { width, height: 60, channels: 3, background: '#0aa' } })
    .toFormat(format)
    .toBuffer();

const answers = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const answer = answers.get(path);
  if (answer) answer(response);
  else response.writeHead(404).end();
});
const images = await forFile(listenOnLoopback(server));
const service = await forFile(startOwnService({ WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8' }));
const { services } = service;
beforeAll(async () => {
  const [png, gif] = [await picture(), await picture('gif', 33)];
  answers.set('/a.png', (response) => response.end(png));
  answers.set('/b.png', (response) => response.end(gif));
});
beforeEach(() => {
  asked.length = 0;
});

const urlOf = (path: string) => `${images.origin}${path}`;
const naming = (...paths: string[]) => paths.map((path) => `![picture ${path}](${urlOf(path)})`).join('\n\n');

async function listed(longDescription: string, state: ListingState = 'approved'): Promise<string> {
  return (await given(services).listing({ longDescription }).in(state)).id;
}

async function edit(botId: string, longDescription: string): Promise<void> {
  const { revision } = present(await findListing(services, botId));
  await editListing(services, { botId, userId: newUserId(), revision, fields: { longDescription } });
}

const imagesOf = async (botId: string): Promise<readonly TextImage[]> =>
  present((await listByIds(services, [botId])).get(botId)).textImages;

const translate = (botId: string, language: string, longDescription: string, seen?: Date) =>
  unreviewed(services, botId, () =>
    setTranslation(services, { botId, userId: newUserId() }, language, { longDescription }, seen),
  );
const editedAt = async (botId: string) => (await listTranslations(services, botId))[0]?.updatedAt;

const stored = async (botId: string) =>
  (await services.db.sql`select hash from listing_images where bot_id = ${botId}`).map(({ hash }) =>
    String(hash),
  );

const isDue = async (botId: string, on = services) =>
  (await listDueImages(on, 1000)).some((due) => due.botId === botId);

describe('Images that the text of a public listing names', () => {
  test('are fetched once, and stored with their size', async () => {
    const id = await listed(`${naming('/a.png', '/b.png')}\n\n${naming('/a.png')}`);
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, BESIDE);
    expect(asked.toSorted()).toEqual(['/a.png', '/b.png']);
    const found = await imagesOf(id);
    expect(found).toMatchObject([
      { url: urlOf('/a.png'), width: 90, height: 60 },
      { url: urlOf('/b.png'), width: 33, height: 60 },
    ]);
    expect(await stored(id)).toHaveLength(2);
    expect(await isDue(id)).toBe(false);

    await edit(id, `Another beginning.\n\n${naming('/a.png', '/b.png')}`);
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, BESIDE);
    expect(asked).toHaveLength(2);
    expect(await imagesOf(id)).toEqual(found);
  });

  test('are deleted when the text no longer names them, and the banner stays', async () => {
    const id = await listed(naming('/a.png', '/b.png'));
    const banner = await sharp({ create: { width: 800, height: 200, channels: 3, background: '#f0f' } })
      .png()
      .toBuffer();
    await unreviewed(services, id, () =>
      setBanner(services, { botId: id, userId: '1' }, banner.toString('base64')),
    );
    await refreshTextImages(services, id, BESIDE);
    // The banner has two sizes.
    expect(await stored(id)).toHaveLength(4);
    await edit(id, naming('/b.png'));
    await refreshTextImages(services, id, BESIDE);
    expect(await stored(id)).toHaveLength(3);
    await edit(id, 'No images any more.');
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, BESIDE);
    expect(await imagesOf(id)).toEqual([]);
    const { bannerHash, bannerThumbnailHash } = present(await findListing(services, id));
    expect((await stored(id)).toSorted()).toEqual([bannerHash, bannerThumbnailHash].toSorted());
  });

  test('are fetched for its translations, too, also when its own text names none', async () => {
    const id = await listed('No image.');
    expect(await isDue(id)).toBe(false);
    await translate(id, 'de', naming('/a.png'));
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, BESIDE);
    expect(await imagesOf(id)).toMatchObject([{ url: urlOf('/a.png'), width: 90 }]);
    expect(await isDue(id)).toBe(false);
    await translate(id, 'fr', naming('/b.png'));
    await translate(id, 'de', 'Kein Bild.', await editedAt(id));
    await refreshTextImages(services, id, BESIDE);
    expect(await imagesOf(id)).toMatchObject([{ url: urlOf('/b.png') }]);
    await removeTranslation(services, { botId: id }, 'fr');
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, BESIDE);
    expect(await stored(id)).toEqual([]);
  });

  test.each(['pending', 'suspended'] as const)(
    'are fetched for a translation that was written while it was %s, as soon as it is public',
    async (state) => {
      const { id } = await given(services).listing({ longDescription: 'No image.' }).in(state);
      const by = { botId: id, userId: newUserId() };
      await setTranslation(services, by, 'de', { longDescription: naming('/a.png') });
      await setTranslation(services, by, 'fr', { longDescription: naming('/b.png') });
      expect(await isDue(id)).toBe(false);
      await refreshTextImages(services, id, BESIDE);
      expect([asked, await isDue(id)]).toEqual([[], false]);
      const moderatorId = await given(services).moderator();
      const { revision } = present(await findListing(services, id));
      const decision = state === 'pending' ? 'approve' : 'restore';
      await moderateListing(services, moderatorId, id, { decision, revision, closesReports: false });
      expect(await isDue(id)).toBe(true);
      await refreshTextImages(services, id, BESIDE);
      expect(await imagesOf(id)).toMatchObject([{ url: urlOf('/a.png') }, { url: urlOf('/b.png') }]);
      expect(await isDue(id)).toBe(false);
    },
  );

  test('are at most eight', async () => {
    const id = await listed(naming(...Array.from({ length: 20 }, (_, index) => `/missing-${index}.png`)));
    await refreshTextImages(services, id, BESIDE);
    expect(asked).toHaveLength(8);
  });

  test.each(['pending', 'rejected', 'suspended'] as const)(
    'are not fetched while it is %s',
    async (state) => {
      const id = await listed(naming('/a.png'), state);
      expect(await isDue(id)).toBe(false);
      await refreshTextImages(services, id, BESIDE);
      expect(asked).toEqual([]);
    },
  );

  test('that changed while they were fetched are due again', async () => {
    const id = await listed(naming('/slow.png'));
    answers.set('/slow.png', (response) => {
      void edit(id, naming('/a.png')).then(() => response.end('x'));
    });
    await refreshTextImages(services, id, BESIDE);
    expect(await imagesOf(id)).toEqual([]);
    expect(await isDue(id)).toBe(true);
  });

  test('are deleted with the listing, and a new owner finds none', async () => {
    for (const isRemoved of [true, false]) {
      const id = await listed(naming('/a.png'));
      await refreshTextImages(services, id, BESIDE);
      expect(await stored(id)).toHaveLength(1);
      await removeListing(services, id, newUserId());
      if (isRemoved) {
        expect(await isDue(id)).toBe(true);
        await refreshTextImages(services, id, BESIDE);
      } else {
        const userId = await given(services).user();
        await submitListing(services, { botId: id, userId, fields: FIELDS });
      }
      expect(await stored(id)).toEqual([]);
      expect(await imagesOf(id)).toEqual([]);
    }
  });

  test('are not fetched where the configuration turns them off', async () => {
    const id = await listed(naming('/a.png'));
    expect(await isDue(id, { ...services, listingImages: false })).toBe(false);
  });
});

describe('An image stays a link, and the next edit tries it again, when', () => {
  test.each<[string, string, (response: ServerResponse) => void]>([
    ['it is missing', 'status 404', (response) => response.writeHead(404).end()],
    [
      'it is elsewhere',
      'status 302',
      (response) => response.writeHead(302, { location: urlOf('/a.png') }).end(),
    ],
    ['it is SVG', 'not a PNG', (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'it is a page that says that it is a picture',
      'not a PNG',
      (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html>'),
    ],
    ['it is too large', 'too_large', (response) => response.end(Buffer.alloc(4 * 1024 * 1024 + 1))],
    [
      'it is compressed',
      'protocol',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    ],
    ['its server closes the connection', 'reset', (response) => response.destroy()],
    ['its server never answers', 'aborted', () => {}],
  ])('%s', async (name, problem, answer) => {
    const path = `/${name.replaceAll(' ', '-')}`;
    answers.set(path, answer);
    const id = await listed(naming(path));
    await refreshTextImages(services, id, BESIDE);
    const [image] = await imagesOf(id);
    expect(image).toMatchObject({ url: urlOf(path), problem: expect.stringContaining(problem) });
    expect(await stored(id)).toEqual([]);
    expect(await isDue(id)).toBe(false);
    const tries = asked.length;
    await edit(id, `Again: ${naming(path)}`);
    answers.set(path, answers.get('/a.png') ?? answer);
    await refreshTextImages(services, id, BESIDE);
    expect(asked).toHaveLength(tries + 1);
    expect(await stored(id)).toHaveLength(1);
  });

  test('its address is not a public one', async () => {
    const sender = createSender({ trustedNetworks: [] });
    const urls = [
      urlOf('/a.png'),
      'http://example.com/a.png',
      'https://127.0.0.1/a.png',
      'https://[::1]/a.png',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/a.png',
      'https://2130706433/a.png',
      'https://localhost/a.png',
    ];
    const id = await listed(urls.map((url) => `![x](${url})`).join(' '));
    await refreshTextImages({ ...services, sender }, id, BESIDE);
    const found = await imagesOf(id);
    expect(found).toHaveLength(8);
    for (const image of found) expect(image).toMatchObject({ problem: 'blocked' });
    expect(asked).toEqual([]);
    await sender.close();
  });
});

describe('An image that failed', () => {
  const PAUSES = [HOUR_MS / 6, HOUR_MS, 24 * HOUR_MS];

  test('is tried again after growing pauses, also by another process, until it is there', async () => {
    const id = await listed(naming('/a.png', '/moment.png'));
    answers.set('/moment.png', (response) => response.writeHead(503).end());
    let now = new Date();
    await refreshTextImages(at(services, now), id, BESIDE);
    expect(await stored(id)).toHaveLength(1);
    for (const pause of PAUSES) {
      const shortBefore = at(services, later(now, pause - 1000));
      expect(await isDue(id, shortBefore)).toBe(false);
      asked.length = 0;
      await refreshTextImages(shortBefore, id, BESIDE);
      expect(asked).toEqual([]);
      now = later(now, pause);
      expect(await isDue(id, at(services, now))).toBe(true);
      if (pause === PAUSES.at(-1)) answers.set('/moment.png', present(answers.get('/b.png')));
      await refreshTextImages(at(services, now), id, BESIDE);
      // The image that is known is not fetched again.
      expect(asked).toEqual(['/moment.png']);
    }
    expect(await stored(id)).toHaveLength(2);
    expect(await isDue(id, at(services, later(now, 99 * HOUR_MS)))).toBe(false);
  });

  test('is given up after the last pause, until the next edit', async () => {
    const id = await listed(naming('/never.png'));
    let now = new Date();
    for (const pause of [0, ...PAUSES]) {
      now = later(now, pause);
      await refreshTextImages(at(services, now), id, BESIDE);
    }
    expect(asked).toHaveLength(4);
    const muchLater = at(services, later(now, 99 * HOUR_MS));
    expect(await isDue(id, muchLater)).toBe(false);
    await edit(id, `Again: ${naming('/never.png')}`);
    expect(await isDue(id, muchLater)).toBe(true);
    await refreshTextImages(muchLater, id, BESIDE);
    expect(await isDue(id, at(services, later(muchLater.now(), PAUSES[0] ?? 0)))).toBe(true);
  });

  test('is not asked for while the listing is hidden, and the others stay stored', async () => {
    const id = await listed(naming('/a.png', '/hidden.png'));
    await refreshTextImages(services, id, BESIDE);
    await services.db.sql`update bots set state = 'suspended', revision = revision + 1 where id = ${id}`;
    asked.length = 0;
    const muchLater = at(services, later(new Date(), HOUR_MS));
    await refreshTextImages(muchLater, id, BESIDE);
    expect(asked).toEqual([]);
    expect(await stored(id)).toHaveLength(1);
    expect(await isDue(id, muchLater)).toBe(false);
  });
});

describe('A worker', () => {
  async function fetchDue(signal = OPEN, with_ = services) {
    const { log, lines } = keepLog();
    const worker = createWorker(dueTextImages(with_), log, signal, () => {});
    await worker.look();
    await worker.ended();
    return lines;
  }

  test('tells of an outage once when it begins and once when it is over, however often it looks', async () => {
    const { log, lines } = keepLog();
    let isAway = true;
    const due = dueTextImages(services);
    const take = async (limit: number) => {
      if (isAway) throw new Error('away');
      return due.take(limit);
    };
    const worker = createWorker({ ...due, take }, log, OPEN, () => {});
    for (let look = 0; look < 20; look += 1) await worker.look();
    isAway = false;
    for (let look = 0; look < 5; look += 1) await worker.look();
    await worker.ended();
    expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
      ['Images of listings could not be fetched. They are tried again.', undefined],
      ['Images of listings are fetched again.', 20],
    ]);
  });

  test('fetches what is due, and stops when it is closed', async () => {
    const { sql } = services.db;
    await sql`update bots set text_images_revision = revision`;
    await sql`delete from text_image_fetches`;
    const ids = [await listed(naming('/one.png')), await listed(naming('/two.png'))];
    await sql`update bots set updated_at = now() - interval '1 day' where id = ${ids[1] ?? ''}`;
    expect((await listDueImages(services, 9)).map(({ botId }) => botId)).toEqual(ids.toReversed());
    await fetchDue(AbortSignal.abort());
    expect(asked).toEqual([]);
    expect(await fetchDue()).toEqual([]);
    expect(asked.toSorted()).toEqual(['/one.png', '/two.png']);
    asked.length = 0;
    await fetchDue();
    expect(asked).toEqual([]);
  });

  test('that is closed meanwhile stores nothing, and the listing stays due', async () => {
    const id = await listed(naming('/closing.png'));
    const closing = new AbortController();
    answers.set('/closing.png', () => closing.abort());
    await refreshTextImages(services, id, { ...BESIDE, signal: closing.signal });
    expect(await imagesOf(id)).toEqual([]);
    expect(await isDue(id)).toBe(true);
  });

  test('leaves a listing to another one that is at it, and takes over when that one has died', async () => {
    const id = await listed(naming('/a.png'));
    await claimImages(services, id);
    expect(await isDue(id)).toBe(false);
    await refreshTextImages(services, id, BESIDE);
    expect(asked).toEqual([]);
    const muchLater = at(services, later(new Date(), HOUR_MS));
    expect(await isDue(id, muchLater)).toBe(true);
    await refreshTextImages(muchLater, id, BESIDE);
    expect(await imagesOf(id)).toHaveLength(1);
  });

  test('fetches the images of all owners while the servers of one owner are slow', async () => {
    const slow = await listenOnLoopback(createServer((request) => void slowAsked.push(request.url ?? '')));
    const slowAsked: string[] = [];
    const { sql } = services.db;
    await sql`update bots set text_images_revision = revision`;
    await sql`delete from text_image_fetches`;
    const text = Array.from({ length: 8 }, (_, index) => `![x](${slow.origin}/${index}.png)`).join('\n\n');
    const slowIds = await Promise.all(Array.from({ length: 6 }, () => listed(text)));
    const owner = `(select user_id from bot_owners where bot_id = '${slowIds[0]}')`;
    await sql`update bot_owners set user_id = ${sql.unsafe(owner)} where bot_id = any(${slowIds}::text[])`;
    await sql`update bots set updated_at = now() - interval '1 day' where id = any(${slowIds}::text[])`;
    const others = await Promise.all(Array.from({ length: 10 }, () => listed(naming('/a.png'))));

    const { log, lines } = keepLog();
    const worker = workOff(dueTextImages(services), log);
    const shown = async () =>
      (await Promise.all(others.map(imagesOf))).filter(([image]) => image && 'hash' in image).length;
    await expect.poll(shown, { timeout: 30_000 }).toBe(others.length);
    // One listing of the slow owner is under way, with two requests at a time.
    const touched = await sql`select from text_image_fetches where bot_id = any(${slowIds}::text[])`;
    expect(touched).toHaveLength(1);
    expect(slowAsked.length).toBeLessThanOrEqual(16);
    await worker.close();
    await slow.close();
    expect(lines).toEqual([]);
  }, 60_000);

  test('spends a limited time on a listing whose server is slow', async () => {
    const slow = await listenOnLoopback(createServer(() => {}));
    const text = Array.from({ length: 8 }, (_, index) => `![x](${slow.origin}/${index}.png)`).join('\n\n');
    const id = await listed(text);
    const started = performance.now();
    await refreshTextImages(services, id, BESIDE, { ...PATIENCE, listingMs: 500 });
    expect(performance.now() - started).toBeLessThan(PATIENCE.imageMs);
    expect((await imagesOf(id)).filter((image) => 'problem' in image)).toHaveLength(8);
    expect(PATIENCE.listingMs).toBeLessThan(30_000);
    await slow.close();
  });

  test('reports a fault of the database, and does not end', async () => {
    const db = { ...services.db, sql: undefined } as never;
    const lines = await fetchDue(OPEN, { ...services, db });
    expect(lines).toMatchObject([{ msg: 'Images of listings could not be fetched. They are tried again.' }]);
  });
});
