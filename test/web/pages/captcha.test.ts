import { afterEach, describe, expect, test } from 'vitest';
import { startCaptchaProvider } from '../../kit/captcha-provider.ts';
import { forFile, startService, type TestService } from '../../kit/service.ts';
import { visit } from '../page.ts';

const SECRET = 'captcha-secret';
const DOCUMENT = `mutation ($id: ID!, $token: String) {
  result: castVote(botId: $id, captchaToken: $token) { __typename ... on CaptchaError { code message } } }`;
const NOT_SOLVED = {
  __typename: 'CaptchaError',
  code: 'CAPTCHA_FAILED',
  message: 'The captcha was not solved. Please try again.',
};
const NOT_CHECKED = { ...NOT_SOLVED, message: expect.stringMatching(/cannot be checked .* try again later/) };
const RECORDED = { __typename: 'CastVotePayload' };

const environment = (verifyUrl: string, secret = SECRET) => ({
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET: secret,
  CAPTCHA_VERIFY_URL: verifyUrl,
  CAPTCHA_SCRIPT_URL: 'https://captcha.example/widget/api.js',
  TRUSTED_PROXIES: '127.0.0.0/8',
  LOG_LEVEL: 'silent',
});
const provider = await forFile(startCaptchaProvider(SECRET));
const service = await forFile(startService(environment(provider.url)));
afterEach(() => provider.breakWith(undefined));

async function newVoter(from: TestService = service) {
  const botId = (await from.seed()).bots[0]?.id ?? '';
  const cookie = await from.signIn();
  return {
    botId,
    cookie,
    async cast(token?: string) {
      const headers = { cookie, 'x-forwarded-for': '203.0.113.9' };
      return (await from.graphql(DOCUMENT, { id: botId, token }, headers)).data?.result;
    },
    votes: async () => (await from.services.db.sql`select from votes where bot_id = ${botId}`).length,
  };
}

describe('Where a captcha is configured', () => {
  test('a solved one lets a vote through, and the provider learns secret, token and address', async () => {
    const voter = await newVoter();
    const token = provider.solve();
    expect(await voter.cast(token)).toEqual(RECORDED);
    expect(await voter.votes()).toBe(1);
    expect(provider.asked.at(-1)).toEqual({ secret: SECRET, response: token, remoteip: '203.0.113.9' });
  });

  test('a used one does not, for whomever it was solved', async () => {
    const token = provider.solve();
    expect(await (await newVoter()).cast(token)).toEqual(RECORDED);
    const second = await newVoter();
    expect(await second.cast(token)).toEqual(NOT_SOLVED);
    expect(await second.votes()).toBe(0);
    expect(await second.cast(provider.solve())).toEqual(RECORDED);
  });

  test.each([undefined, '', 'invented', `token-${'x'.repeat(2048)}`])(
    'a vote with the token %j is refused and not recorded',
    async (token) => {
      const voter = await newVoter();
      expect(await voter.cast(token)).toEqual(NOT_SOLVED);
      expect(await voter.votes()).toBe(0);
    },
  );

  test.each([
    { status: 200, body: 'not JSON' },
    { status: 200, body: '{"success":"true"}' },
    { status: 200, body: `{"success":true,"padding":"${'x'.repeat(20_000)}"}` },
    { status: 500, body: '' },
    { status: 200, body: '{"success":false,"error-codes":["internal-error"]}' },
  ])('nobody votes while the provider answers %o', async (answer) => {
    const voter = await newVoter();
    provider.breakWith(answer);
    expect(await voter.cast(provider.solve())).toEqual(NOT_CHECKED);
    expect(await voter.votes()).toBe(0);
    provider.breakWith(undefined);
    expect(await voter.cast(provider.solve())).toEqual(RECORDED);
  });

  test('nobody votes while the provider is away, or refuses the secret', async () => {
    const gone = await startCaptchaProvider(SECRET);
    await gone.close();
    for (const configured of [environment(gone.url), environment(provider.url, 'wrong')]) {
      await using other = await startService(configured);
      const voter = await newVoter(other);
      expect(await voter.cast(provider.solve())).toEqual(NOT_CHECKED);
      expect(await voter.votes()).toBe(0);
    }
  });
});

describe('The page for voting', () => {
  const policyOf = (headers: Headers) => (headers.get('content-security-policy') ?? '').split('; ');

  test('shows the captcha, allows its origin and no other, and says what to do without JavaScript', async () => {
    const { botId, cookie } = await newVoter();
    const { headers, html } = await visit(service, `/bot/${botId}/vote`, { cookie });
    expect(html).toContain('<div class="cf-turnstile" data-sitekey="site-key"></div>');
    expect(html.match(/<script[^>]*src="https:[^>]*>/g)).toEqual([
      expect.stringContaining('src="https://captcha.example/widget/api.js"'),
    ]);
    expect(html).toMatch(/<noscript>(?:(?!<\/noscript>).)*captcha\.example/s);
    const policy = policyOf(headers);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' https://captcha.example");
    expect(policy).toContain('frame-src https://captcha.example');
    expect(policy.filter((rule) => /https?:|\*|unsafe/.test(rule))).toHaveLength(2);
    expect(html).not.toContain(SECRET);
  });

  test('allows no script of another site where no vote is cast', async () => {
    const { botId, cookie } = await newVoter();
    const stranger = await visit(service, `/bot/${botId}/vote`);
    for (const { headers, html } of [stranger, await visit(service, `/bot/${botId}`, { cookie })]) {
      expect(policyOf(headers)).toContain("script-src 'self'");
      expect(policyOf(headers).join() + html).not.toContain('captcha');
    }
  });

  test('takes a vote with a solved captcha, and shows the form again without one', async () => {
    const { botId, cookie, votes } = await newVoter();
    const path = `/bot/${botId}/vote`;
    const refused = await visit(service, path, { cookie, form: {} });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('The captcha was not solved.');
    expect(refused.html).toContain('cf-turnstile');
    expect(policyOf(refused.headers)).toContain("script-src 'self' https://captcha.example");
    expect(await votes()).toBe(0);
    const form = { 'cf-turnstile-response': provider.solve() };
    const sent = await visit(service, path, { cookie, form });
    expect(sent.status).toBe(303);
    const voted = await visit(service, sent.headers.get('location') ?? '', { cookie });
    expect(voted.text).toContain('your vote is recorded');
    expect(await votes()).toBe(1);
  });
});
