import { z } from 'zod';
import { type HttpConfig, isPrivate } from './http.ts';
import type { Settings } from './settings.ts';
import { flag, list, networks, text, url } from './values.ts';

/** An OAuth 2 provider, and this service's registration there. */
export interface OAuthProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Returns `id`, `username` and `global_name` of the user of an access token. */
  readonly userUrl: string;
  readonly scope: string;
  /** The provider's issuer in its responses, if it sends one (RFC 9207). */
  readonly issuer: string;
}

export interface SignInConfig {
  /** The sign-in provider; absent when there is none. */
  readonly oauth?: OAuthProvider & {
    /** Networks where the provider may be, besides public https addresses. */
    readonly trustedNetworks: readonly string[];
  };
  /** Users sign in by typing any user id: only on loopback, without a provider and without proxies in front. */
  readonly developmentSignIn: boolean;
  /** Users who may appoint moderators. */
  readonly adminUserIds: readonly string[];
}

const DISCORD = {
  authorizationUrl: 'https://discord.com/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  userUrl: 'https://discord.com/api/users/@me',
};
const ENDPOINTS = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USER_URL'];
const endpoint = url('https:', 'http:');
const userIds = list(
  z.string().regex(/^\d{17,19}$/, { error: 'must be a comma-separated list of user ids of 17 to 19 digits' }),
);

export function readSignIn(settings: Settings, http: HttpConfig): SignInConfig {
  const oauth = readOAuth(settings);
  checkOAuth(settings, http);
  return {
    ...(oauth && { oauth }),
    developmentSignIn: readDevelopmentSignIn(settings, http),
    adminUserIds: settings.read('ADMIN_USER_IDS', userIds) ?? [],
  };
}

function readOAuth({ read }: Settings): SignInConfig['oauth'] {
  const clientId = read('OAUTH_CLIENT_ID', text);
  const clientSecret = read('OAUTH_CLIENT_SECRET', text);
  const authorizationUrl = read('OAUTH_AUTHORIZATION_URL', endpoint) ?? DISCORD.authorizationUrl;
  const provider = {
    authorizationUrl,
    tokenUrl: read('OAUTH_TOKEN_URL', endpoint) ?? DISCORD.tokenUrl,
    userUrl: read('OAUTH_USER_URL', endpoint) ?? DISCORD.userUrl,
    scope: read('OAUTH_SCOPE', text) ?? 'identify',
    issuer: read('OAUTH_ISSUER', endpoint) ?? new URL(authorizationUrl).origin,
    trustedNetworks: read('OAUTH_TRUSTED_NETWORKS', networks) ?? [],
  };
  return clientId && clientSecret ? { clientId, clientSecret, ...provider } : undefined;
}

function checkOAuth({ env, isSet, problems }: Settings, http: HttpConfig): void {
  const missing = (names: readonly string[]) => names.filter((name) => !isSet(name)).join(' and ');
  const [set] = Object.keys(env).filter((name) => name.startsWith('OAUTH_') && isSet(name));
  const credentials = missing(['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET']);
  if (set && credentials) problems.push(`${credentials} is required with ${set}`);
  // With endpoints of two providers, one would get the code or the secret of the other.
  const own = ENDPOINTS.find(isSet);
  const others = missing(ENDPOINTS);
  if (own && others) problems.push(`${others} is required with ${own}`);
  const plain = ENDPOINTS.find((name) => env[name]?.toLowerCase().startsWith('http:'));
  if (plain && !isSet('OAUTH_TRUSTED_NETWORKS')) {
    problems.push(
      `${plain} must start with https:// unless OAUTH_TRUSTED_NETWORKS names where the provider is`,
    );
  }
  if (isSet('OAUTH_CLIENT_ID') && !isPrivate(http) && !http.publicUrl.startsWith('https:')) {
    problems.push(
      'PUBLIC_URL must be an https:// address with OAUTH_CLIENT_ID: sessions are not sent in the clear',
    );
  }
}

function readDevelopmentSignIn({ read, isSet, problems }: Settings, http: HttpConfig): boolean {
  const wanted = read('DEVELOPMENT_SIGN_IN', flag);
  const hasProxies = http.trustedProxies.length > 0;
  const hasProvider = isSet('OAUTH_CLIENT_ID');
  if (wanted) {
    if (!isPrivate(http)) {
      problems.push('DEVELOPMENT_SIGN_IN accepts any user id, so HOST and PUBLIC_URL must be on loopback');
    }
    if (hasProxies) problems.push('DEVELOPMENT_SIGN_IN cannot be used together with TRUSTED_PROXIES');
    if (hasProvider) problems.push('DEVELOPMENT_SIGN_IN cannot be used together with OAUTH_CLIENT_ID');
  }
  return wanted !== false && isPrivate(http) && !hasProvider && !hasProxies;
}
