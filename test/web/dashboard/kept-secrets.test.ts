import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyring, createSecretBox } from '../../../src/domain/identity/secret-box.ts';
import { readKept } from '../../../src/web/dashboard/kept-secrets.tsx';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { present } from '../../kit/present.ts';
import { useService } from '../../kit/use-service.ts';

const SECRET = `whsec_${'a1'.repeat(22)}`;
const subject = useService(0);

async function givenBot() {
  const bot = await given(subject.service.services).owner().listing().approved();
  return {
    ...bot,
    path: `${subject.service.url}/bot/${bot.id}/edit`,
    session: await subject.service.signIn(bot.ownerId),
  };
}

const post = (path: string, cookie: string, fields: [string, string][], headers = {}) =>
  fetch(`${path}/kept`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...headers },
    body: new URLSearchParams(fields),
  });

const KEEP: [string, string][] = [
  ['kind', 'secret'],
  ['value', SECRET],
];
const cookieOf = (response: Response) => present(response.headers.getSetCookie()[0]);
const pairOf = (response: Response) => present(cookieOf(response).split(';')[0]);

test('a new secret is kept for ten minutes in a sealed cookie of the listing, and every tab of it shows the secret', async () => {
  const { path, id, session } = await givenBot();
  const response = await post(path, session, KEEP);
  expect(response.status).toBe(204);
  expect(cookieOf(response)).toMatch(
    new RegExp(`^kept=[\\w-]+; Max-Age=600; Path=/bot/${id}/edit; HttpOnly; SameSite=Strict$`),
  );
  expect(Buffer.from(pairOf(response).slice(5), 'base64url').toString('latin1')).not.toContain('whsec');
  for (const tab of ['', '/api', '/webhook']) {
    const page = await fetch(path + tab, { headers: { cookie: `${session}; ${pairOf(response)}` } });
    const html = await page.text();
    // For the program, and for browsers without it.
    expect(html.split(SECRET)).toHaveLength(3);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-encoding')).toBeNull();
  }
});

test('token and secret are kept side by side, and each is dismissed alone; a form without a script goes back', async () => {
  const { path, id, session } = await givenBot();
  const one = pairOf(await post(path, session, KEEP));
  const token = `blt_${'b'.repeat(43)}`;
  const both = pairOf(
    await post(path, `${session}; ${one}`, [
      ['kind', 'token'],
      ['value', token],
    ]),
  );
  const shown = async (kept: string) =>
    (await fetch(path, { headers: { cookie: `${session}; ${kept}` } })).text();
  expect(await shown(both)).toContain(SECRET);
  expect(await shown(both)).toContain(token);
  const dismissed = await post(path, `${session}; ${both}`, [
    ['kind', 'secret'],
    ['form', 'yes'],
  ]);
  expect([dismissed.status, dismissed.headers.get('location')]).toEqual([303, `/bot/${id}/edit`]);
  expect(await shown(pairOf(dismissed))).not.toContain(SECRET);
  expect(await shown(pairOf(dismissed))).toContain(token);
  const last = await post(path, `${session}; ${pairOf(dismissed)}`, [['kind', 'token']]);
  expect(cookieOf(last)).toMatch(/^kept=; Max-Age=0;/);
});

test('another manager, another listing and a changed cookie show nothing', async () => {
  const bot = await givenBot();
  const other = await givenBot();
  const kept = pairOf(await post(bot.path, bot.session, KEEP));
  const coOwner = await given(subject.service.services).coOwnerOf(bot.id);
  const shown = async (path: string, cookie: string) => {
    const response = await fetch(path, { headers: { cookie } });
    expect(response.status).toBe(200);
    return (await response.text()).includes(SECRET);
  };
  expect(await shown(bot.path, `${bot.session}; ${kept}`)).toBe(true);
  expect(await shown(bot.path, `${await subject.service.signIn(coOwner)}; ${kept}`)).toBe(false);
  expect(await shown(other.path, `${other.session}; ${kept}`)).toBe(false);
  expect(await shown(bot.path, `${bot.session}; ${kept.slice(0, -2)}AA`)).toBe(false);
});

test('strangers, readers and forms of other sites keep nothing, and neither is anything kept that is no secret', async () => {
  const { path, id, session } = await givenBot();
  const { services } = subject.service;
  for (const userId of [
    newUserId(),
    await given(services).readerOf(id),
    await given(services).invitedTo(id),
  ]) {
    const refused = await post(path, await subject.service.signIn(userId), KEEP);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([404, []]);
  }
  const foreign = await post(path, session, KEEP, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.headers.getSetCookie()).toEqual([]);
  for (const fields of [
    [
      ['kind', 'other'],
      ['value', SECRET],
    ],
    [
      ['kind', 'token'],
      ['value', '<script>'],
    ],
    [['value', SECRET]],
  ] as [string, string][][]) {
    const refused = await post(path, session, fields);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
  }
});

test('after ten minutes the cookie shows nothing, whatever the browser does with it', () => {
  const secrets = createSecretBox(createKeyring(randomBytes(32)), randomBytes);
  const entry = { secret: { value: SECRET, until: 1000 } };
  const sealed = secrets.seal(JSON.stringify(entry), 'kept by 1 of 2').toString('base64url');
  const readAt = (time: number) =>
    readKept(
      { secrets, publicUrl: 'https://x.example', now: () => new Date(time) },
      { headers: { cookie: `kept=${sealed}` } },
      '1',
      '2',
    );
  expect(readAt(999)).toEqual({ secret: SECRET });
  expect(readAt(1000)).toEqual({});
});
