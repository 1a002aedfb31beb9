import { describe, expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { ConflictError } from '../../../src/domain/kernel/errors.ts';
import { editListing } from '../../../src/domain/listing/edit.ts';
import { listEdits } from '../../../src/domain/listing/edits.ts';
import { listDueListings, refreshApplication } from '../../../src/domain/listing/follow-platform.ts';
import { findAvatar, removeAvatar, setAvatar } from '../../../src/domain/listing/uploads.ts';
import { moderateListing } from '../../../src/domain/moderation/decide.ts';
import { decideEdit } from '../../../src/domain/moderation/decide-edit.ts';
import { lookUpApplication } from '../../../src/domain/platform/look-up.ts';
import type { Services } from '../../../src/schema/context.ts';
import type { ListingFields } from '../../../src/terms/listing-fields.ts';
import { given, putInState } from '../../kit/given.ts';
import { emptyPng, json, png, startPlatform, type TestPlatform } from '../../kit/platform.ts';
import { first } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';
import { at, HOUR_MS, after as later, NOON } from '../../kit/time.ts';

const platform = await forFile(startPlatform());
const service = await forFile(startService(platform.environment));
const services = at(service.services, NOON);

const WORDS = 'This is the name of another bot.';
const moderator = await given(services).moderator();

const following = (fields: Partial<ListingFields> = {}) =>
  given(services).listing({ followsPlatform: true, name: 'Before', ...fields });
/** A listing that follows the platform. Nobody has reviewed it, so that no change waits for a moderator. */
const follower = async (): Promise<string> => (await following().submitted()).id;
/** A public one. */
const publicFollower = async (fields: Partial<ListingFields> = {}): Promise<string> =>
  (await following(fields).approved()).id;
const editsOf = (botId: string) => listEdits(services, botId);
const newestOf = async (botId: string) => first(await editsOf(botId));
const decide = async (botId: string, accepts: boolean, reason?: string) =>
  decideEdit(services, moderator, botId, { editId: (await newestOf(botId)).id, accepts, reason });

async function listing(id: string) {
  const rows = await services.db.sql<
    { name: string; short: string; revision: number; updatedAt: Date; checkedAt: Date | null }[]
  >`select name, short_description as short, revision, updated_at as "updatedAt", platform_checked_at as "checkedAt"
    from bots where id = ${id}`;
  return first(rows);
}

const hashOf = async (id: string) => (await findAvatar(services, id))?.hash;
const base64 = (image: Buffer) => image.toString('base64');

describe('An application that the platform knows', () => {
  test('gives its listing name and icon, and changes nothing else', async () => {
    const id = await follower();
    const before = await listing(id);
    const icon = png(128, 128);
    platform.add(id, { name: ' Cloud\n Reader ', description: 'Reads clouds.', icon: 'a1b2' }, icon);
    expect(await refreshApplication(services, id)).toBe(true);
    const revision = before.revision + 1;
    expect(await listing(id)).toEqual({ ...before, name: 'Cloud Reader', revision, checkedAt: NOON });
    expect(await findAvatar(services, id)).toMatchObject({ mediaType: 'image/png', image: icon });
  });

  test('is asked for its icon only when that has another name', async () => {
    const id = await follower();
    platform.add(id, { icon: 'one' }, png(16, 16));
    await refreshApplication(services, id);
    await refreshApplication(services, id);
    platform.add(id, { icon: 'two' }, png(32, 32));
    await refreshApplication(services, id);
    const icons = platform.asked.filter((path) => path.startsWith(`/icons/${id}/`));
    expect(icons).toEqual([`/icons/${id}/one.png`, `/icons/${id}/two.png`]);
    expect((await findAvatar(services, id))?.image).toEqual(png(32, 32));
  });

  test('that has no icon any more leaves none behind', async () => {
    const id = await follower();
    platform.add(id, { icon: 'one' }, png(16, 16));
    await refreshApplication(services, id);
    platform.add(id, { icon: null });
    await refreshApplication(services, id);
    expect(await hashOf(id)).toBeUndefined();
  });

  test('is not asked about by a listing that goes its own way', async () => {
    const id = await follower();
    await services.db.sql`update bots set follows_platform = false where id = ${id}`;
    platform.add(id, { name: 'Application' });
    expect(await refreshApplication(services, id)).toBe(true);
    expect(platform.asked).not.toContain(`/applications/${id}`);
    expect(await listing(id)).toMatchObject({ name: 'Before', checkedAt: null });
  });

  test.each([
    ['empty', '  '],
    ['too long', 'x'.repeat(101)],
    ['with a control character', 'Cloud\u0007Reader'],
    ['that turns the text around it', 'Cloud\u202eReader'],
    ['of nothing to see', '\u200b\u200d'],
  ])('but has a name that is %s leaves the listing its own, and gives it the icon', async (_, name) => {
    const id = await follower();
    platform.add(id, { name, icon: 'one' }, png(16, 16));
    expect(await refreshApplication(services, id)).toBe(true);
    expect(await listing(id)).toMatchObject({ name: 'Before', checkedAt: NOON });
    expect(await hashOf(id)).toBeDefined();
  });

  test.each([
    ['is too large', png(16, 16, 256 * 1024 + 1)],
    ['cannot be decoded', emptyPng(16, 16)],
    ['is SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is HTML', Buffer.from('<script>alert(1)</script>')],
    ['is not there', undefined],
  ])('but whose icon %s keeps the icon that it had, and gives its name', async (_, image) => {
    const id = await follower();
    platform.add(id, { icon: 'good' }, png(16, 16));
    await refreshApplication(services, id);
    const hash = await hashOf(id);
    platform.add(id, { name: 'After', icon: 'bad' }, image);
    expect(await refreshApplication(services, id)).toBe(true);
    expect((await listing(id)).name).toBe('After');
    expect(await hashOf(id)).toBe(hash);
  });
});

describe('A picture that an owner uploaded', () => {
  test('stays whatever icon the application has, until it is removed', async () => {
    const id = await follower();
    platform.add(id, { icon: 'one' }, png(16, 16));
    await refreshApplication(services, id);
    await setAvatar(services, { botId: id, userId: '1' }, base64(png(64, 64)));
    platform.add(id, { icon: 'two' }, png(32, 32));
    await refreshApplication(services, id);
    platform.add(id, { icon: null });
    await refreshApplication(services, id);
    expect((await findAvatar(services, id))?.image).toEqual(png(64, 64));
    platform.add(id, { icon: 'two' }, png(32, 32));
    await removeAvatar(services, { botId: id, userId: '1' });
    expect((await findAvatar(services, id))?.image).toEqual(png(32, 32));
  });

  test('wins against an icon that is fetched meanwhile', async () => {
    const id = await follower();
    platform.add(id, { icon: 'one' });
    platform.answers.set(`/icons/${id}/one.png`, async (response) => {
      await setAvatar(services, { botId: id, userId: '1' }, base64(png(64, 64)));
      response.end(png(16, 16));
    });
    await refreshApplication(services, id);
    expect((await findAvatar(services, id))?.image).toEqual(png(64, 64));
  });

  test('can be removed while the platform is away', async () => {
    const id = await follower();
    platform.answers.set(`/applications/${id}`, json({}, 503));
    await setAvatar(services, { botId: id, userId: '1' }, base64(png(64, 64)));
    await removeAvatar(services, { botId: id, userId: '1' });
    expect(await hashOf(id)).toBeUndefined();
  });
});

describe('A public listing', () => {
  test('gets other capitals of the platform at once, for a later look; one that a moderator reverts does not come back', async () => {
    const id = await publicFollower();
    const { revision } = await listing(id);
    platform.add(id, { name: 'BEFORE' });
    await refreshApplication(services, id);
    expect(await listing(id)).toMatchObject({ name: 'BEFORE', revision });
    expect(await editsOf(id)).toMatchObject([
      { part: 'platform_name', state: 'public', before: { name: 'Before' }, userName: null },
    ]);
    await decide(id, false, WORDS);
    await refreshApplication(services, id);
    expect(await listing(id)).toMatchObject({ name: 'Before' });
    expect(await editsOf(id)).toMatchObject([{ state: 'reverted' }]);
    platform.add(id, { name: 'Be Fore' });
    await refreshApplication(services, id);
    expect(await listing(id)).toMatchObject({ name: 'Be Fore' });
  });

  test('does not get another name before a moderator accepts it', async () => {
    const id = await publicFollower();
    platform.add(id, { name: 'Pennywhistle Official' });
    await refreshApplication(services, id);
    const waiting = await newestOf(id);
    expect(waiting).toMatchObject({ part: 'platform_name', state: 'waiting', reviewReasons: ['name'] });
    await refreshApplication(services, id);
    expect(await editsOf(id)).toEqual([waiting]);
    expect(await listing(id)).toMatchObject({ name: 'Before', checkedAt: NOON });
    await decide(id, true);
    expect(await listing(id)).toMatchObject({ name: 'Pennywhistle Official' });
  });

  test('is not judged again each day for a name that a moderator refused, and is for another one', async () => {
    await given(services).listing({ name: 'Tumbleweed' }).approved();
    const id = await publicFollower();
    platform.add(id, { name: 'Tumbleweed' });
    await refreshApplication(services, id);
    await decide(id, false, WORDS);
    await refreshApplication(services, id);
    expect(await editsOf(id)).toMatchObject([{ state: 'refused' }]);
    platform.add(id, { name: 'Tumbleweed Two' });
    await refreshApplication(services, id);
    expect(await newestOf(id)).toMatchObject({ state: 'waiting', after: { name: 'Tumbleweed Two' } });
    expect(await listing(id)).toMatchObject({ name: 'Before' });
  });

  test('has no name that waits after the bot took another one, or the owner ended following', async () => {
    await given(services).listing({ name: 'Sandpiper' }).approved();
    const bot = await following().approved();
    const takeName = async (name: string) => {
      platform.add(bot.id, { name });
      await refreshApplication(services, bot.id);
    };
    await takeName('Sandpiper');
    await takeName('Before');
    expect(await editsOf(bot.id)).toEqual([]);
    await takeName('Sandpiper');
    const { revision } = await listing(bot.id);
    const edit = { botId: bot.id, userId: bot.ownerId, revision };
    await editListing(services, { ...edit, fields: { followsPlatform: false } });
    expect(await editsOf(bot.id)).toMatchObject([{ part: 'text', state: 'public' }]);
    await editListing(services, { ...edit, revision: revision + 1, fields: { followsPlatform: true } });
    expect(await listing(bot.id)).toMatchObject({ name: 'Before' });
    expect(await newestOf(bot.id)).toMatchObject({ part: 'platform_name', state: 'waiting' });
  });

  test('shows a new icon of the platform when a moderator has accepted it, and then follows it', async () => {
    const id = await publicFollower();
    platform.add(id, { name: 'Before', icon: 'one' }, png(16, 16));
    await refreshApplication(services, id);
    expect(await hashOf(id)).toBeUndefined();
    const waiting = await newestOf(id);
    expect(waiting).toMatchObject({ part: 'picture', state: 'waiting', reviewReasons: ['picture'] });
    await refreshApplication(services, id);
    expect(await editsOf(id)).toEqual([waiting]);
    await decide(id, true);
    expect((await findAvatar(services, id))?.image).toEqual(png(16, 16));
    await refreshApplication(services, id);
    expect(await editsOf(id)).toMatchObject([{ state: 'accepted' }]);
    platform.add(id, { name: 'Before', icon: 'two' }, png(32, 32));
    await refreshApplication(services, id);
    await decide(id, false, WORDS);
    await refreshApplication(services, id);
    expect(await editsOf(id)).toMatchObject([{ state: 'refused' }, { state: 'accepted' }]);
    expect((await findAvatar(services, id))?.image).toEqual(png(16, 16));
    platform.add(id, { name: 'Before', icon: null });
    await refreshApplication(services, id);
    expect(await hashOf(id)).toBeUndefined();
  });

  test.each([
    ['back to the accepted one', 'one'],
    ['without any', null],
  ] as const)('has no icon that waits after the application is %s', async (_, icon) => {
    const id = await publicFollower();
    platform.add(id, { name: 'Before', icon: 'one' }, png(16, 16));
    await refreshApplication(services, id);
    await decide(id, true);
    platform.add(id, { name: 'Before', icon: 'two' }, png(32, 32));
    await refreshApplication(services, id);
    expect(await newestOf(id)).toMatchObject({ part: 'picture', state: 'waiting' });
    platform.add(id, { name: 'Before', icon }, png(16, 16));
    await refreshApplication(services, id);
    expect(await editsOf(id)).toMatchObject([{ state: 'accepted' }]);
    expect((await hashOf(id)) === undefined).toBe(icon === null);
  });

  test('keeps the picture of its owner that waits when the platform has a new icon', async () => {
    const id = await publicFollower();
    await setAvatar(services, { botId: id, userId: '1' }, base64(png(64, 64)));
    const waiting = await newestOf(id);
    platform.add(id, { name: 'Before', icon: 'one' }, png(16, 16));
    await refreshApplication(services, id);
    expect(await editsOf(id)).toEqual([waiting]);
  });

  test('that waits for its review cannot be approved with a name that nobody has read', async () => {
    const id = await follower();
    const { revision } = await listing(id);
    platform.add(id, { name: 'After' });
    await refreshApplication(services, id);
    const approval = { decision: 'approve', revision, closesReports: false } as const;
    await expect(moderateListing(services, moderator, id, approval)).rejects.toThrow(ConflictError);
  });
});

describe('A look-up that fails', () => {
  const application = (id: string, more: object) =>
    json({ id, name: 'Application', description: '', icon: null, ...more });
  test.each<
    [string, 'unknown' | 'unavailable', (id: string) => Parameters<TestPlatform['answers']['set']>[1]]
  >([
    ['with 404', 'unknown', () => json({ message: 'Unknown Application' }, 404)],
    ['with 429', 'unavailable', () => json({ retry_after: 1 }, 429)],
    ['with 500', 'unavailable', () => json({}, 500)],
    ['with a redirect', 'unavailable', () => (response) => response.writeHead(302, { location: '/' }).end()],
    ['because the connection is cut', 'unavailable', () => (response) => response.destroy()],
    ['because the answer is too large', 'unavailable', () => (response) => response.end('x'.repeat(70_000))],
    ['because the answer is HTML', 'unknown', () => (response) => response.end('<!doctype html>')],
    ['because the answer is no object', 'unknown', () => json([1])],
    ['because the name is a number', 'unknown', (id) => application(id, { name: 7 })],
    ['because the name is no text', 'unknown', (id) => application(id, { name: 'x\0' })],
    ['because the icon would lead elsewhere', 'unknown', (id) => application(id, { icon: '../../x' })],
    ['because it is about another application', 'unknown', () => application('123456789012345678', {})],
  ])('%s leaves the listing as it was: %s', async (_, kind, answer) => {
    const id = await follower();
    const before = await listing(id);
    platform.answers.set(`/applications/${id}`, answer(id));
    expect(await lookUpApplication(services, id)).toEqual({ kind });
    expect(await refreshApplication(services, id)).toBe(kind === 'unknown');
    expect(await listing(id)).toEqual({ ...before, checkedAt: kind === 'unknown' ? NOON : null });
  });

  test('because nothing listens is harmless, too', async () => {
    const id = await follower();
    const gone = {
      ...services,
      platform: { ...services.platform, applicationLookupUrl: 'http://127.0.0.1:1/{id}' },
    };
    expect(await refreshApplication(gone as Services, id)).toBe(false);
  });

  test('because its address is not public is harmless, and nobody is asked', async () => {
    const id = await follower();
    const inside = {
      ...services,
      platform: { ...services.platform, applicationLookupUrl: 'http://10.0.0.1/{id}' },
    };
    expect(await lookUpApplication(inside as Services, id)).toEqual({ kind: 'unavailable' });
  });

  test('because nobody waits for it any more ends at once', async () => {
    const id = await follower();
    platform.answers.set(`/applications/${id}`, () => {});
    expect(await lookUpApplication(services, id, AbortSignal.abort())).toEqual({ kind: 'unavailable' });
  });

  test('is reported by a word that tells no address', async () => {
    const reasons: string[] = [];
    const id = await follower();
    const onFailure = (reason: string) => void reasons.push(reason);
    const told = { ...services, platform: { ...services.platform, onFailure } } as Services;
    await lookUpApplication(told, id);
    platform.answers.set(`/applications/${id}`, (response) => response.end('{'));
    await lookUpApplication(told, id);
    platform.add(id, { icon: 'bad' }, Buffer.from('<svg/>'));
    await refreshApplication(told, id);
    expect(reasons).toEqual(['status 404', 'malformed', 'not a picture']);
  });

  test('does not happen where look-ups are off: nobody is asked, and nothing is checked', async () => {
    const id = await follower();
    platform.add(id, { name: 'After' });
    const off = { ...services, platform: undefined };
    expect(await refreshApplication(off, id)).toBe(false);
    expect(platform.asked).not.toContain(`/applications/${id}`);
    expect(await listing(id)).toMatchObject({ name: 'Before', checkedAt: null });
  });
});

describe('Due for a refresh', () => {
  const isDue = async (id: string, time: Date) => {
    const [next] = await listDueListings(at(services, time), String(BigInt(id) - 1n), 1);
    return next === id;
  };

  test('is a listing that was never checked, or not within the last 20 hours', async () => {
    const id = await follower();
    platform.add(id, {});
    expect(await isDue(id, NOON)).toBe(true);
    await refreshApplication(services, id);
    expect(await isDue(id, later(NOON, 20 * HOUR_MS))).toBe(false);
    expect(await isDue(id, later(NOON, 20 * HOUR_MS + 1))).toBe(true);
  });

  test.each(['pending', 'approved', 'rejected', 'suspended'] satisfies ListingState[])(
    'is one that is %s',
    async (state) => {
      const id = await follower();
      await putInState(services, id, state);
      expect(await isDue(id, NOON)).toBe(true);
    },
  );

  test('is none that is removed or goes its own way', async () => {
    const [removed, own] = [await follower(), await follower()];
    await putInState(services, removed, 'removed');
    await services.db.sql`update bots set follows_platform = false where id = ${own}`;
    expect(await isDue(removed, NOON)).toBe(false);
    expect(await isDue(own, NOON)).toBe(false);
  });
});
