import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { PROVIDER, problemsOf } from './support.ts';

const OAUTH = { OAUTH_CLIENT_ID: 'id', OAUTH_CLIENT_SECRET: 'hunter4' };
const OWN = {
  OAUTH_AUTHORIZATION_URL: 'https://id.example/realm/authorize',
  OAUTH_TOKEN_URL: 'https://id.example/realm/token',
  OAUTH_USER_URL: 'https://api.example/me',
};

test('an id and a secret are enough to sign in with Discord', () => {
  expect(readConfig(OAUTH)).toMatchObject({
    oauthClientId: 'id',
    oauthClientSecret: 'hunter4',
    ...PROVIDER,
  });
});

test('every part of the provider can be another', () => {
  const more = { OAUTH_SCOPE: 'profile', OAUTH_ISSUER: 'https://id.example/realm' };
  const env = { ...OAUTH, ...OWN, ...more, OAUTH_TRUSTED_NETWORKS: '10.0.0.0/8' };
  expect(readConfig(env)).toMatchObject({
    oauthClientId: 'id',
    oauthClientSecret: 'hunter4',
    oauthAuthorizationUrl: OWN.OAUTH_AUTHORIZATION_URL,
    oauthTokenUrl: OWN.OAUTH_TOKEN_URL,
    oauthUserUrl: OWN.OAUTH_USER_URL,
    oauthScope: 'profile',
    oauthIssuer: 'https://id.example/realm',
    oauthTrustedNetworks: ['10.0.0.0/8'],
  });
});

const { OAUTH_TOKEN_URL, ...withoutToken } = OWN;
test.each<[string, Record<string, string>, RegExp]>([
  ['an id without a secret', { OAUTH_CLIENT_ID: 'id' }, /^OAUTH_CLIENT_SECRET is required/],
  ['a secret without an id', { OAUTH_CLIENT_SECRET: 'hunter4' }, /^OAUTH_CLIENT_ID is required/],
  ['endpoints alone', OWN, /^OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET is required/],
  ['one endpoint', { ...OAUTH, OAUTH_TOKEN_URL }, /^OAUTH_AUTHORIZATION_URL and OAUTH_USER_URL is required/],
  [
    'two endpoints',
    { ...OAUTH, ...withoutToken },
    /^OAUTH_TOKEN_URL is required with OAUTH_AUTHORIZATION_URL/,
  ],
  [
    'an endpoint without TLS',
    { ...OAUTH, ...OWN, OAUTH_TOKEN_URL: 'HTTP://id.example/token' },
    /^OAUTH_TOKEN_URL must start with https:\/\//,
  ],
  [
    'a public address without TLS',
    { ...OAUTH, PUBLIC_URL: 'http://bots.example' },
    /^PUBLIC_URL must be an https/,
  ],
  ['every interface and no public address', { ...OAUTH, HOST: '0.0.0.0' }, /^PUBLIC_URL must be an https/],
  ['an endpoint that is no URL', { ...OAUTH, ...OWN, OAUTH_USER_URL: 'me' }, /^OAUTH_USER_URL must be a URL/],
])('a provider with %s is refused, with a sentence that does not repeat the secret', (_, env, problem) => {
  const problems = problemsOf(env);
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toMatch(/hunter/);
});
