import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unreviewed } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { emptyPng, json, png, startPlatform, type TestPlatform } from '../../kit/platform.ts';
import { useService } from '../../kit/use-service.ts';

const SET = `mutation ($id: ID!, $image: String!) { result: setAvatar(botId: $id, image: $image) {
  __typename ... on Bot { avatarUrl } ... on Error { message } } }`;
const REMOVE =
  'mutation ($id: ID!) { result: removeAvatar(botId: $id) { __typename ... on Bot { avatarUrl } } }';
const IMMUTABLE = 'public, max-age=31536000, immutable';

const subject = useService(6);
const hashOf = (image: Buffer) => createHash('sha256').update(image).digest('hex');

async function upload(id: string, image: Buffer | string, userId = subject.ownerId) {
  const cookie = await subject.signIn(userId);
  const text = typeof image === 'string' ? image : image.toString('base64');
  return unreviewed(subject.services, id, () =>
    subject.graphql<{ __typename: string; avatarUrl?: string }>(SET, { id, image: text }, cookie),
  );
}

/** A listing of an owner who has changed no picture yet. */
async function own() {
  const { bots, ownerId } = await subject.service.seed({ users: 0 });
  return { id: bots[0]?.id ?? '', ownerId };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(subject.service.url + path, { headers });

describe('The picture of a listing', () => {
  test('that its owner uploads, as large as it may be, is served as it is under an address of its own', async () => {
    const { id } = subject.bot();
    const image = png(512, 512, 256 * 1024);
    const { avatarUrl } = await upload(id, image);
    expect(avatarUrl).toBe(`/bot/${id}/avatar?v=${hashOf(image).slice(0, 32)}`);
    const response = await get(avatarUrl ?? '');
    expect(Buffer.from(await response.arrayBuffer()).equals(image)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': IMMUTABLE,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await get(avatarUrl ?? '', { 'if-none-match': etag })).status).toBe(304);
    expect((await get(avatarUrl ?? '', { 'if-none-match': '*' })).status).toBe(304);
    expect((await get(avatarUrl ?? '', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('is kept only for a while under an address that does not name it', async () => {
    const { id } = subject.bot();
    await upload(id, png(16, 16));
    for (const query of ['', `?v=${'0'.repeat(64)}`]) {
      const response = await get(`/bot/${id}/avatar${query}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    }
  });

  test('is its initial, as text and nothing else, while it has none', async () => {
    const { id } = subject.bot();
    await subject.services.db.sql`update bots set name = '<script>' where id = ${id}`;
    const bot = await subject.graphql<{ avatarUrl: string }>(
      'query ($id: ID!) { result: bot(botId: $id) { avatarUrl } }',
      { id },
    );
    expect(bot.avatarUrl).toBe(`/bot/${id}/avatar`);
    const response = await get(bot.avatarUrl);
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.text()).toMatch(/<text [^<]*>&#60;<\/text>/);
  });

  test('is its initial again when its owner removes it', async () => {
    const { id } = subject.bot();
    await upload(id, png(16, 16));
    const cookie = await subject.signIn(subject.ownerId);
    const { avatarUrl } = await subject.graphql<{ avatarUrl: string }>(REMOVE, { id }, cookie);
    expect(avatarUrl).toBe(`/bot/${id}/avatar`);
    expect((await get(avatarUrl)).headers.get('content-type')).toMatch('svg');
  });

  test('is shown to nobody but those who may see the listing, and kept by no shared cache then', async () => {
    const { id } = subject.bot();
    const { avatarUrl = '' } = await upload(id, png(16, 16));
    await subject.services.db.sql`update bots set state = 'pending' where id = ${id}`;
    expect((await get(avatarUrl)).status).toBe(404);
    const stranger = await subject.signIn();
    expect((await get(avatarUrl, { cookie: stranger })).status).toBe(404);
    const owner = await get(avatarUrl, { cookie: await subject.signIn(subject.ownerId) });
    expect(owner.status).toBe(200);
    expect(owner.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('is not there for a bot that is not, or is removed', async () => {
    const { id } = subject.bot();
    await subject.services.db.sql`update bots set state = 'removed' where id = ${id}`;
    for (const botId of [id, '123456789012345678', 'x', '%00']) {
      expect((await get(`/bot/${botId}/avatar`)).status).toBe(404);
    }
  });

  test.each([
    ['is one byte too large', png(16, 16, 256 * 1024 + 1)],
    ['cannot be decoded', emptyPng(16, 16)],
    ['is SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is HTML', Buffer.from('<script>alert(1)</script>')],
    ['is no base64', '<script>'],
    ['is empty', ''],
    ['is a megabyte', 'A'.repeat(1_000_000)],
  ])('is refused when it %s, and the one before stays', async (_, image) => {
    const { id, ownerId } = await own();
    const before = (await get(`/bot/${id}/avatar`)).headers.get('etag');
    expect(await upload(id, image, ownerId)).toMatchObject({ __typename: 'InvalidInputError' });
    expect((await get(`/bot/${id}/avatar`)).headers.get('etag')).toBe(before);
  });
});

test('Pictures are changed ten times a minute by a user, and no oftener', async () => {
  const { id, ownerId } = await own();
  for (let count = 1; count <= 10; count += 1) {
    expect((await upload(id, png(count, 1), ownerId)).__typename).toBe('Bot');
  }
  expect((await upload(id, png(11, 1), ownerId)).__typename).toBe('RateLimitedError');
});

describe('The preview of an application', () => {
  const PREVIEW = `query ($id: ID!) { result: applicationPreview(botId: $id) {
    __typename ... on ApplicationPreview { name description hasIcon } } }`;
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());

  describe('where the platform is asked', () => {
    const asking = useService(0, {
      get APPLICATION_LOOKUP_URL() {
        return platform.environment.APPLICATION_LOOKUP_URL ?? '';
      },
    });
    const preview = async (id: string, userId = newUserId()) =>
      asking.service.graphql(PREVIEW, { id }, { cookie: await asking.service.signIn(userId) });

    test('tells what it says', async () => {
      const id = newUserId();
      platform.add(id, { name: 'Cloud Reader', description: 'Reads clouds.', icon: 'a1' });
      const { data } = await preview(id);
      const application = { name: 'Cloud Reader', description: 'Reads clouds.', hasIcon: true };
      expect(data?.result).toEqual({ __typename: 'ApplicationPreview', ...application });
    });

    test('is null when it does not know, or cannot tell', async () => {
      const broken = newUserId();
      platform.answers.set(`/applications/${broken}`, json({}, 500));
      for (const id of [newUserId(), broken, 'x', '../votes']) {
        expect(await preview(id)).toEqual({ data: { result: null } });
      }
    });

    test('is null soon when it does not answer', async () => {
      const id = newUserId();
      platform.answers.set(`/applications/${id}`, () => {});
      expect(await preview(id)).toEqual({ data: { result: null } });
    });

    test('is for those who are signed in, twenty times a minute each', async () => {
      const id = newUserId();
      const anonymous = await asking.service.graphql(PREVIEW, { id });
      expect(anonymous.data?.result.__typename).toBe('UnauthenticatedError');
      expect(platform.asked).not.toContain(`/applications/${id}`);
      const user = newUserId();
      for (let count = 1; count <= 20; count += 1) {
        expect((await preview(id, user)).data?.result).toBeNull();
      }
      expect((await preview(id, user)).data?.result.__typename).toBe('RateLimitedError');
      expect((await preview(id)).data?.result).toBeNull();
    });
  });

  test('is null where look-ups are off', async () => {
    const cookie = await subject.signIn();
    const { data } = await subject.service.graphql(PREVIEW, { id: newUserId() }, { cookie });
    expect(data).toEqual({ result: null });
  });
});
