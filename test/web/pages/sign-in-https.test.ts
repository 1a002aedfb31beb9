import { expect, test } from 'vitest';
import { createBrowser } from '../../kit/browser.ts';
import { newUserId } from '../../kit/ids.ts';
import { startOAuthServer } from '../../kit/oauth-server.ts';
import { forFile, startService } from '../../kit/service.ts';

const SITE = 'https://bots.example';

const provider = await forFile(startOAuthServer(SITE));
provider.profile = { id: newUserId(), username: 'ada' };
const service = await forFile(startService({ ...provider.environment, WEBHOOK_TRUSTED_NETWORKS: '' }));

test('Over https every cookie is for this host and for https alone', async () => {
  const browser = createBrowser({ [SITE]: service.url });
  const begun = await browser.ask(`${SITE}/sign-in/start`);
  expect(begun.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-sign-in=[\w-]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const stop = (url: string) => url.startsWith(`${SITE}/sign-in/callback`);
  const { url } = await browser.follow(`${SITE}/sign-in/start`, stop);
  const done = await browser.ask(url);
  expect(done.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(/^__Host-sign-in=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  expect((await browser.ask(`${SITE}/account`)).html).toContain('<h1>ada</h1>');
});

test('A session under the plain name, which any sibling host could have planted, is nobody', async () => {
  const browser = createBrowser({ [SITE]: service.url });
  await browser.follow(`${SITE}/sign-in/start`);
  const session = browser.cookies(SITE).get('__Host-session');
  const viewer = async (cookie: string) =>
    (await service.graphql('{ viewer { name } }', {}, { cookie })).data?.viewer;
  expect(await viewer(`__Host-session=${session}`)).toEqual({ name: 'ada' });
  expect(await viewer(`session=${session}`)).toBeNull();
});

test('Networks that are trusted for the provider are not for webhooks', async () => {
  const { bots, ownerId } = await service.seed({ bots: 1, users: 0 });
  provider.profile = { id: ownerId, username: 'owner' };
  const browser = createBrowser({ [SITE]: service.url });
  await browser.follow(`${SITE}/sign-in/start`);
  const { data } = await service.graphql(
    `mutation ($id: ID!, $url: String!) {
      setWebhook(botId: $id, url: $url) { __typename ... on Error { code } }
    }`,
    { id: bots[0]?.id, url: provider.environment.OAUTH_TOKEN_URL },
    { cookie: `__Host-session=${browser.cookies(SITE).get('__Host-session')}` },
  );
  expect(data).toEqual({ setWebhook: { __typename: 'InvalidInputError', code: 'INVALID_INPUT' } });
});
