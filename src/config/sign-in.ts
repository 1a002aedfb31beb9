import { z } from 'zod';
import { type HttpConfig, isPrivate } from './http.ts';
import { flag, list, networks, type Reading, text, url } from './values.ts';

const ENDPOINTS = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USER_URL'];
const endpoint = url('https:', 'http:');
const userIds = list(
  z.string().regex(/^\d{17,19}$/, { error: 'must be a comma-separated list of user ids of 17 to 19 digits' }),
).meta({ bounds: 'ids' });

export const signIn = z
  .object({
    OAUTH_CLIENT_ID: text
      .optional()
      .meta({ description: 'Id of your application at the provider', isGrave: true }),
    OAUTH_CLIENT_SECRET: text.optional().meta({ description: 'Its secret', isSecret: true, isGrave: true }),
    OAUTH_AUTHORIZATION_URL: endpoint
      .default('https://discord.com/oauth2/authorize')
      .describe('Where people sign in'),
    OAUTH_TOKEN_URL: endpoint.default('https://discord.com/api/oauth2/token').describe('Exchanges the code'),
    OAUTH_USER_URL: endpoint.default('https://discord.com/api/users/@me').describe('Returns the user'),
    OAUTH_SCOPE: text.default('identify').describe('Requested scope'),
    OAUTH_ISSUER: endpoint.optional().meta({
      description: "The provider's name for itself (RFC 9207)",
      example: 'https://id.example.com/realm',
    }),
    OAUTH_TRUSTED_NETWORKS: networks
      .default([])
      .meta({ description: 'Networks where the provider may be', example: '127.0.0.0/8' }),
    DEVELOPMENT_SIGN_IN: flag.optional().meta({
      description: 'The form that accepts any user id',
      example: 'false',
      isGrave: true,
    }),
    ADMIN_USER_IDS: userIds.default([]).meta({
      description: 'Admins, separated by commas; they moderate and give roles',
      isGrave: true,
    }),
  })
  .meta({
    title: 'Signing in',
    notes: `
- Register \`PUBLIC_URL\` followed by \`/sign-in/callback\` as the redirect address.
- For another provider than Discord set all three URLs. They must be https, unless \`OAUTH_TRUSTED_NETWORKS\` names the
  provider's network. The user URL returns \`{"id": "17 to 19 digits", "username": "…", "global_name": "…"}\`.
- \`OAUTH_ISSUER\`: needed when it is not the origin of the authorization URL.
- \`DEVELOPMENT_SIGN_IN\`: on by default on loopback, without a provider and without \`TRUSTED_PROXIES\`. \`true\` anywhere
  else is an error. Set it to \`false\` before a proxy or a tunnel leads to this machine. See
  [operating.md](operating.md).
`,
  });

type Reads = Reading<typeof signIn>;

/** An OAuth 2 provider, and this service's registration there. */
export type OAuthProvider = Omit<NonNullable<ReturnType<typeof readOAuth>>, 'trustedNetworks'>;

export function readSignIn(reading: Reads, http: HttpConfig) {
  const oauth = readOAuth(reading);
  checkOAuth(reading, http);
  return {
    /** The sign-in provider; absent when there is none. */
    ...(oauth && { oauth }),
    /** Users sign in by typing any user id: only on loopback, without a provider and without proxies in front. */
    developmentSignIn: readDevelopmentSignIn(reading, http),
    /** Users who may appoint moderators. */
    adminUserIds: reading.values.ADMIN_USER_IDS,
  };
}

function readOAuth({ values }: Reads) {
  const { OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    clientId,
    clientSecret,
    authorizationUrl: values.OAUTH_AUTHORIZATION_URL,
    tokenUrl: values.OAUTH_TOKEN_URL,
    /** Returns `id`, `username` and `global_name` of the user of an access token. */
    userUrl: values.OAUTH_USER_URL,
    scope: values.OAUTH_SCOPE,
    /** The provider's issuer in its responses, if it sends one (RFC 9207). */
    issuer: values.OAUTH_ISSUER ?? new URL(values.OAUTH_AUTHORIZATION_URL).origin,
    /** Networks where the provider may be, besides public https addresses. */
    trustedNetworks: values.OAUTH_TRUSTED_NETWORKS,
  };
}

function checkOAuth({ env, isSet, problems }: Reads, http: HttpConfig): void {
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

function readDevelopmentSignIn({ values, isSet, problems }: Reads, http: HttpConfig): boolean {
  const wanted = values.DEVELOPMENT_SIGN_IN;
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
