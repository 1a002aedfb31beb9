import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { beginRotation, finishRotation } from '../../../src/domain/delivery/rotation.ts';
import { rotateSecret } from '../../../src/domain/delivery/webhook.ts';
import { fingerprintOf } from '../../../src/domain/identity/fingerprint.ts';
import { createKeyring, createSecretBox } from '../../../src/domain/identity/secret-box.ts';
import { generateToken } from '../../../src/domain/identity/tokens.ts';
import { acceptTransfer, offerTransfer } from '../../../src/domain/ownership/transfers.ts';
import { readKept } from '../../../src/web/dashboard/kept-secrets.tsx';
import { messages } from '../../../src/web/words/messages.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { present } from '../../kit/present.ts';
import { useService } from '../../kit/use-service.ts';

const subject = useService(0);

async function givenBot() {
  const { services } = subject;
  const bot = await given(services).listing().withWebhook('https://receiver.example/votes').approved();
  const { token } = await generateToken(services, bot.id, bot.ownerId);
  const { secret } = await rotateSecret(services, bot.id, bot.ownerId);
  return {
    ...bot,
    token,
    secret,
    path: `${subject.service.url}/bot/${bot.id}/edit`,
    session: await subject.signIn(bot.ownerId),
  };
}

const post = (path: string, cookie: string, fields: [string, string][], headers = {}) =>
  fetch(`${path}/kept`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...headers },
    body: new URLSearchParams(fields),
  });

const keep = (value: string): [string, string][] => [
  ['fingerprint', fingerprintOf(value)],
  ['value', value],
];
const cookieOf = (response: Response) => present(response.headers.getSetCookie()[0]);
const pairOf = (response: Response) => present(cookieOf(response).split(';')[0]);

test('a new secret is kept for ten minutes in a sealed cookie of the listing, and every tab of it shows the secret', async () => {
  const { path, id, session, secret } = await givenBot();
  const response = await post(path, session, keep(secret));
  expect(response.status).toBe(204);
  expect(cookieOf(response)).toMatch(
    new RegExp(`^kept=[\\w-]+; Max-Age=600; Path=/bot/${id}/edit; HttpOnly; SameSite=Strict$`),
  );
  expect(Buffer.from(pairOf(response).slice(5), 'base64url').toString('latin1')).not.toContain('whsec');
  for (const tab of ['', '/api', '/webhook']) {
    const page = await fetch(path + tab, { headers: { cookie: `${session}; ${pairOf(response)}` } });
    const html = await page.text();
    // For the program, and for browsers without it.
    expect(html.split(secret)).toHaveLength(3);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-encoding')).toBeNull();
  }
});

test('token and secret are kept side by side, and each is dismissed alone; a form without a script goes back', async () => {
  const { path, id, session, secret, token } = await givenBot();
  const one = pairOf(await post(path, session, keep(secret)));
  const both = pairOf(await post(path, `${session}; ${one}`, keep(token)));
  const shown = async (kept: string) =>
    (await fetch(path, { headers: { cookie: `${session}; ${kept}` } })).text();
  expect(await shown(both)).toContain(secret);
  expect(await shown(both)).toContain(token);
  const dismissed = await post(path, `${session}; ${both}`, [
    ['fingerprint', fingerprintOf(secret)],
    ['form', 'yes'],
  ]);
  expect([dismissed.status, dismissed.headers.get('location')]).toEqual([303, `/bot/${id}/edit`]);
  expect(await shown(pairOf(dismissed))).not.toContain(secret);
  expect(await shown(pairOf(dismissed))).toContain(token);
  const last = await post(path, `${session}; ${pairOf(dismissed)}`, [['fingerprint', fingerprintOf(token)]]);
  expect(cookieOf(last)).toMatch(/^kept=; Max-Age=0;/);
});

test('another manager, another listing and a changed cookie show nothing', async () => {
  const bot = await givenBot();
  const other = await givenBot();
  const kept = pairOf(await post(bot.path, bot.session, keep(bot.secret)));
  const coOwner = await given(subject.services).coOwnerOf(bot.id);
  const shown = async (path: string, cookie: string) => {
    const response = await fetch(path, { headers: { cookie } });
    expect(response.status).toBe(200);
    return (await response.text()).includes(bot.secret);
  };
  expect(await shown(bot.path, `${bot.session}; ${kept}`)).toBe(true);
  expect(await shown(bot.path, `${await subject.signIn(coOwner)}; ${kept}`)).toBe(false);
  expect(await shown(other.path, `${other.session}; ${kept}`)).toBe(false);
  expect(await shown(bot.path, `${bot.session}; ${kept.slice(0, -2)}AA`)).toBe(false);
});

test('strangers, readers and forms of other sites keep nothing, and neither is anything kept that is no secret', async () => {
  const { path, id, session, secret } = await givenBot();
  const { services } = subject;
  for (const userId of [
    newUserId(),
    await given(services).readerOf(id),
    await given(services).invitedTo(id),
  ]) {
    const refused = await post(path, await subject.signIn(userId), keep(secret));
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([404, []]);
  }
  const foreign = await post(path, session, keep(secret), { 'sec-fetch-site': 'cross-site' });
  expect(foreign.headers.getSetCookie()).toEqual([]);
  for (const fields of [
    [
      ['fingerprint', 'other'],
      ['value', secret],
    ],
    [
      ['fingerprint', fingerprintOf(secret)],
      ['value', '<script>'],
    ],
    [['value', secret]],
  ] as [string, string][][]) {
    const refused = await post(path, session, fields);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
  }
});

test('a secret that was replaced elsewhere is shown no more, also when its user gets the listing back', async () => {
  const { path, id, ownerId, session, secret, token } = await givenBot();
  const { services } = subject;
  const one = pairOf(await post(path, session, keep(secret)));
  const cookie = `${session}; ${pairOf(await post(path, `${session}; ${one}`, keep(token)))}`;
  const shown = async () => {
    const html = await (await fetch(path, { headers: { cookie } })).text();
    return [secret, token].map((each) => html.includes(each));
  };
  expect(await shown()).toEqual([true, true]);
  await generateToken(services, id, ownerId);
  expect(await shown()).toEqual([true, false]);
  const heir = await given(services).user();
  await offerTransfer(services, { botId: id, fromId: ownerId, toId: heir, ownerStays: true });
  await acceptTransfer(services, id, heir);
  await offerTransfer(services, { botId: id, fromId: heir, toId: ownerId, ownerStays: true });
  await acceptTransfer(services, id, ownerId);
  expect(await shown()).toEqual([false, false]);
});

test('a next secret is kept as the current one once it has taken over', async () => {
  const { path, id, ownerId, session } = await givenBot();
  const { services } = subject;
  const { secret } = await beginRotation(services, id, ownerId);
  const cookie = `${session}; ${pairOf(await post(path, session, keep(secret)))}`;
  const labels = async () => {
    const html = await (await fetch(path, { headers: { cookie } })).text();
    return [messages.webhook.secret, messages.webhook.nextSecret].filter((label) =>
      html.includes(`<p>${label}: <code>${secret}`),
    );
  };
  expect(await labels()).toEqual([messages.webhook.nextSecret]);
  await finishRotation(services, id, ownerId);
  expect(await labels()).toEqual([messages.webhook.secret]);
});

test('after ten minutes the cookie shows nothing, whatever the browser does with it', async () => {
  const secrets = createSecretBox(createKeyring(randomBytes(32)), randomBytes);
  const entry = { f1: { value: 'whsec_x', until: 1000 } };
  const sealed = secrets.seal(JSON.stringify(entry), 'kept by 1 of 2').toString('base64url');
  const readAt = (time: number) =>
    readKept(
      { secrets, publicUrl: 'https://x.example', now: () => new Date(time) },
      { headers: { cookie: `kept=${sealed}` } },
      { userId: '1', botId: '2' },
      async () => ({ token: null, secret: 'f1', next: null }),
    );
  expect(await readAt(999)).toEqual({ f1: { kind: 'secret', value: 'whsec_x', leftMs: 1 } });
  expect(await readAt(1000)).toEqual({});
});
