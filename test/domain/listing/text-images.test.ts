import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppServices } from '../../../src/app.ts';
import type { ListingState, TextImage } from '../../../src/db/tables.ts';
import { setBanner } from '../../../src/domain/listing/banner.ts';
import { editListing } from '../../../src/domain/listing/edit.ts';
import { findListing, listByIds } from '../../../src/domain/listing/read.ts';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import { listDueImages, refreshTextImages } from '../../../src/domain/listing/text-images.ts';
import { removeListing } from '../../../src/domain/moderation/owner-moves.ts';
import { createSender } from '../../../src/net/sender.ts';
import { fetchDueImages } from '../../../src/workflows/worker/text-images.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { type Loopback, listenOnLoopback } from '../../kit/loopback.ts';
import { type OwnService, startOwnService } from '../../kit/own-service.ts';
import { present } from '../../kit/present.ts';

const OPEN = new AbortController().signal;
const picture = (format: 'png' | 'jpeg' | 'gif' = 'png', width = 90) =>
  sharp({ create: { width, height: 60, channels: 3, background: '#0aa' } })
    .toFormat(format)
    .toBuffer();

const answers = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];
let images: Loopback;
let service: OwnService;
let services: AppServices;
beforeAll(async () => {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  images = await listenOnLoopback(server);
  service = await startOwnService({ WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8' });
  services = service.services;
  const [png, gif] = [await picture(), await picture('gif', 33)];
  answers.set('/a.png', (response) => response.end(png));
  answers.set('/b.png', (response) => response.end(gif));
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await service?.close();
  await images?.close();
});

const at = (path: string) => `${images.origin}${path}`;
const naming = (...paths: string[]) => paths.map((path) => `![picture ${path}](${at(path)})`).join('\n\n');

async function listed(longDescription: string, state: ListingState = 'approved'): Promise<string> {
  return (await given(services).owner().listing({ longDescription }).in(state)).id;
}

async function edit(botId: string, longDescription: string): Promise<void> {
  const { revision } = present(await findListing(services, botId));
  await editListing(services, { botId, revision, fields: { longDescription } });
}

const imagesOf = async (botId: string): Promise<readonly TextImage[]> =>
  present((await listByIds(services, [botId])).get(botId)).textImages;

const stored = async (botId: string) =>
  (await services.db.sql`select hash from listing_images where bot_id = ${botId}`).map(({ hash }) =>
    String(hash),
  );

const isDue = async (botId: string) => (await listDueImages(services, 1000)).includes(botId);

describe('Images that the text of a public listing names', () => {
  test('are fetched once, and stored with their size', async () => {
    const id = await listed(`${naming('/a.png', '/b.png')}\n\n${naming('/a.png')}`);
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, OPEN);
    expect(asked).toEqual(['/a.png', '/b.png']);
    const found = await imagesOf(id);
    expect(found).toMatchObject([
      { url: at('/a.png'), width: 90, height: 60 },
      { url: at('/b.png'), width: 33, height: 60 },
    ]);
    expect(await stored(id)).toHaveLength(2);
    expect(await isDue(id)).toBe(false);

    await edit(id, `Another beginning.\n\n${naming('/a.png', '/b.png')}`);
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, OPEN);
    expect(asked).toHaveLength(2);
    expect(await imagesOf(id)).toEqual(found);
  });

  test('are deleted when the text no longer names them, and the banner stays', async () => {
    const id = await listed(naming('/a.png', '/b.png'));
    const banner = await sharp({ create: { width: 800, height: 200, channels: 3, background: '#f0f' } })
      .png()
      .toBuffer();
    await setBanner(services, id, banner.toString('base64'));
    await refreshTextImages(services, id, OPEN);
    expect(await stored(id)).toHaveLength(3);
    await edit(id, naming('/b.png'));
    await refreshTextImages(services, id, OPEN);
    expect(await stored(id)).toHaveLength(2);
    await edit(id, 'No images any more.');
    expect(await isDue(id)).toBe(true);
    await refreshTextImages(services, id, OPEN);
    expect(await imagesOf(id)).toEqual([]);
    expect(await stored(id)).toEqual([present(await findListing(services, id)).bannerHash]);
  });

  test('are at most eight', async () => {
    const id = await listed(naming(...Array.from({ length: 20 }, (_, index) => `/missing-${index}.png`)));
    await refreshTextImages(services, id, OPEN);
    expect(asked).toHaveLength(8);
  });

  test.each(['pending', 'rejected', 'suspended'] as const)(
    'are not fetched while it is %s',
    async (state) => {
      const id = await listed(naming('/a.png'), state);
      expect(await isDue(id)).toBe(false);
      await refreshTextImages(services, id, OPEN);
      expect(asked).toEqual([]);
    },
  );

  test('that changed while they were fetched are due again', async () => {
    const id = await listed(naming('/slow.png'));
    answers.set('/slow.png', (response) => {
      void edit(id, naming('/a.png')).then(() => response.end('x'));
    });
    await refreshTextImages(services, id, OPEN);
    expect(await imagesOf(id)).toEqual([]);
    expect(await isDue(id)).toBe(true);
  });

  test('are deleted with the listing, and a new owner finds none', async () => {
    for (const isRemoved of [true, false]) {
      const id = await listed(naming('/a.png'));
      await refreshTextImages(services, id, OPEN);
      expect(await stored(id)).toHaveLength(1);
      await removeListing(services, id, newUserId());
      if (isRemoved) {
        expect(await isDue(id)).toBe(true);
        await refreshTextImages(services, id, OPEN);
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
    expect(await listDueImages({ ...services, showsTextImages: false }, 1000)).not.toContain(id);
  });
});

describe('An image stays a link, and is not asked for again before the next edit, when', () => {
  test.each<[string, string, (response: ServerResponse) => void]>([
    ['it is missing', 'status 404', (response) => response.writeHead(404).end()],
    [
      'it is elsewhere',
      'status 302',
      (response) => response.writeHead(302, { location: at('/a.png') }).end(),
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
    await refreshTextImages(services, id, OPEN);
    const [image] = await imagesOf(id);
    expect(image).toMatchObject({ url: at(path), problem: expect.stringContaining(problem) });
    expect(await stored(id)).toEqual([]);
    expect(await isDue(id)).toBe(false);
    const tries = asked.length;
    await edit(id, `Again: ${naming(path)}`);
    answers.set(path, answers.get('/a.png') ?? answer);
    await refreshTextImages(services, id, OPEN);
    expect(asked).toHaveLength(tries + 1);
    expect(await stored(id)).toHaveLength(1);
  });

  test('its address is not a public one', async () => {
    const sender = createSender({ trustedNetworks: [] });
    const urls = [
      at('/a.png'),
      'http://example.com/a.png',
      'https://127.0.0.1/a.png',
      'https://[::1]/a.png',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/a.png',
      'https://2130706433/a.png',
      'https://localhost/a.png',
    ];
    const id = await listed(urls.map((url) => `![x](${url})`).join(' '));
    await refreshTextImages({ ...services, sender }, id, OPEN);
    const found = await imagesOf(id);
    expect(found).toHaveLength(8);
    for (const image of found) expect(image).toMatchObject({ problem: 'blocked' });
    expect(asked).toEqual([]);
    await sender.close();
  });
});

describe('A worker', () => {
  test('fetches what is due, oldest edit first, and stops when it is closed', async () => {
    const { sql } = services.db;
    await sql`update bots set text_images_revision = revision`;
    const ids = [await listed(naming('/one.png')), await listed(naming('/two.png'))];
    await sql`update bots set updated_at = now() - interval '1 day' where id = ${ids[1] ?? ''}`;
    const { log, lines } = keepLog();
    const stopped = AbortSignal.abort();
    await fetchDueImages(services, log, stopped);
    expect(asked).toEqual([]);
    await fetchDueImages(services, log, OPEN);
    expect(asked).toEqual(['/two.png', '/one.png']);
    expect(lines).toEqual([]);
    asked.length = 0;
    await fetchDueImages(services, log, OPEN);
    expect(asked).toEqual([]);
  });

  test('leaves the work to another one that is at it', async () => {
    const id = await listed(naming('/a.png'));
    const { sql } = services.db;
    await sql`update jobs set leased_until = now() + interval '1 minute' where name = 'text images'`;
    const { log } = keepLog();
    await fetchDueImages(services, log, OPEN);
    expect(asked).toEqual([]);
    await sql`update jobs set leased_until = null where name = 'text images'`;
    await fetchDueImages(services, log, OPEN);
    expect(await imagesOf(id)).toHaveLength(1);
  });

  test('reports a fault of the database, and does not end', async () => {
    const { log, lines } = keepLog();
    const db = { ...services.db, orm: undefined } as never;
    await fetchDueImages({ ...services, db }, log, OPEN);
    expect(lines).toMatchObject([{ msg: 'Images of listings could not be fetched. They are tried again.' }]);
  });
});
