import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyPng } from '../../kit/platform.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, visit } from '../page.ts';

const subject = useService(6);
// Starts the process that draws.
beforeAll(() => drawn('/card.png'), 60_000);
const get = (path: string, init: RequestInit = {}) =>
  fetch(subject.service.url + path, { redirect: 'manual', ...init });

/** Asks again while a busy machine has not drawn it in time. */
async function drawn(path: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const response = await get(path, init);
    if (![302, 503].includes(response.status) || tries === 12) return response;
  }
}

async function metaOf(path: string) {
  const { html } = await visit(subject.service, path);
  const elements = elementsOf(html).filter(({ name }) => name === 'meta');
  return (key: string) =>
    elements.find(({ attributes }) => attributes.property === key || attributes.name === key)?.attributes
      .content;
}

describe('The card of a bot', () => {
  test('is a PNG of 1200 × 630, and a client that has it gets no other one', async () => {
    const { id } = subject.bot();
    const response = await drawn(`/bot/${id}/card.png`);
    expect(response.status).toBe(200);
    const body = Buffer.from(await response.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' });
    const etag = headers.etag ?? '';
    expect((await get(`/bot/${id}/card.png?v=7`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const head = await get(`/bot/${id}/card.png`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);

    await subject.services.db.sql`update bots set name = 'Another' where id = ${id}`;
    const changed = await drawn(`/bot/${id}/card.png`, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(Buffer.from(await changed.arrayBuffer()).equals(body)).toBe(false);
  });

  test('is named in the head of its page, with size and text', async () => {
    const { id } = subject.bot();
    await subject.services.db.sql`update bots set name = '"><script>' where id = ${id}`;
    const meta = await metaOf(`/bot/${id}`);
    expect(meta('og:image')).toMatch(new RegExp(`^https?://[^/]+/bot/${id}/card\\.png\\?v=\\d+$`));
    expect(meta('og:image:type')).toBe('image/png');
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
    expect(meta('og:image:alt')).toContain('"><script>');
    expect(meta('twitter:card')).toBe('summary_large_image');
    expect((await drawn(new URL(meta('og:image') ?? '').pathname)).status).toBe(200);
  });

  test('does not exist for a hidden listing and for no listing', async () => {
    const { id } = subject.bot();
    await subject.services.db.sql`update bots set state = 'suspended' where id = ${id}`;
    const cookie = await subject.signIn(subject.ownerId);
    expect((await get(`/bot/${id}/card.png`)).status).toBe(404);
    expect((await get(`/bot/${id}/card.png`, { headers: { cookie } })).status).toBe(404);
    expect((await get('/bot/123/card.png')).status).toBe(404);
  });

  test('is drawn once for many who ask together, and is that of the site when too many others wait', async () => {
    await drawn('/card.png');
    const bot = subject.bot();
    const cards = await Promise.all(Array.from({ length: 12 }, () => drawn(`/bot/${bot.id}/card.png`)));
    expect(cards.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));

    const { bots } = await subject.service.seed({ bots: 16, users: 0 });
    const many = await Promise.all(bots.map(({ id }) => get(`/bot/${id}/card.png`)));
    const statuses = many.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 302)).toEqual([]);
    expect(statuses).toContain(200);
    const substituted = many.find(({ status }) => status === 302);
    expect(substituted?.headers.get('location')).toBe('/card.png');
    expect(substituted?.headers.get('cache-control')).toBe('public, max-age=30');
  });

  test('has the initial of its name in the place of a stored picture that cannot be decoded', async () => {
    const [damaged, without] = [subject.bot(), subject.bot()];
    const { sql } = subject.services.db;
    await sql`
      insert into bot_avatars (bot_id, media_type, image, hash, updated_at)
      values (${damaged.id}, 'image/png', ${emptyPng(64, 64)}, 'x', now())`;
    for (const { id } of [damaged, without]) {
      const response = await drawn(`/bot/${id}/card.png`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });
});

test('the site has a card of its own, which the first page and the directory name', async () => {
  const response = await drawn('/card.png');
  const body = Buffer.from(await response.arrayBuffer());
  expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  for (const path of ['/', '/bots']) {
    const meta = await metaOf(path);
    expect(meta('og:image')).toMatch(/^https?:\/\/[^/]+\/card\.png$/);
    expect(meta('twitter:card')).toBe('summary_large_image');
  }
});
