import { z } from 'zod';
import { isPrivate } from './http.ts';
import { type Checks, flag, list, networks, text, url } from './values.ts';

const ENDPOINTS = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USER_URL'];
const endpoint = url('https:', 'http:');
const userIds = list(
  z.string().regex(/^\d{17,19}$/, { error: 'must be a comma-separated list of user ids of 17 to 19 digits' }),
).meta({ bounds: 'ids' });

export const signIn = z
  .object({
    oauthClientId: text
      .optional()
      .meta({ description: 'Id of your application at the provider', isGrave: true }),
    oauthClientSecret: text.optional().meta({ description: 'Its secret', isSecret: true, isGrave: true }),
    oauthAuthorizationUrl: endpoint
      .default('https://discord.com/oauth2/authorize')
      .describe('Where people sign in'),
    oauthTokenUrl: endpoint.default('https://discord.com/api/oauth2/token').describe('Exchanges the code'),
    oauthUserUrl: endpoint.default('https://discord.com/api/users/@me').describe('Returns the user'),
    oauthScope: text.default('identify').describe('Requested scope'),
    oauthIssuer: endpoint.optional().meta({
      description: "The provider's name for itself (RFC 9207)",
      example: 'https://id.example.com/realm',
    }),
    oauthTrustedNetworks: networks
      .default([])
      .meta({ description: 'Networks where the provider may be', example: '127.0.0.0/8' }),
    developmentSignIn: flag.optional().meta({
      description: 'The form that accepts any user id',
      example: 'false',
      isGrave: true,
    }),
    adminUserIds: userIds.default([]).meta({
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

type Read = z.output<typeof signIn>;
type Site = Parameters<typeof isPrivate>[0] & { readonly trustedProxies: readonly string[] };
/** What this service is to a provider. */
interface Registration {
  readonly oauthClientId: string;
  readonly oauthClientSecret: string;
}

/** The settings of an OAuth 2 provider, and of this service's registration there. */
export type OAuthProvider = Registration &
  Pick<
    ReturnType<typeof completeSignIn>,
    'oauthAuthorizationUrl' | 'oauthTokenUrl' | 'oauthUserUrl' | 'oauthScope' | 'oauthIssuer'
  >;

/** Whether people sign in at a provider. Without one, the other settings of it mean nothing. */
export function hasProvider<Settings extends Pick<Read, keyof Registration>>(
  settings: Settings,
): settings is Settings & Registration {
  return settings.oauthClientId !== undefined && settings.oauthClientSecret !== undefined;
}

/** Checks the settings. @returns them, with what other settings decide */
export function completeSignIn(read: Read, site: Site, checks: Checks) {
  checkOAuth(site, checks);
  return {
    ...read,
    oauthIssuer: read.oauthIssuer ?? new URL(read.oauthAuthorizationUrl).origin,
    developmentSignIn: allowsAnybody(read, site, checks),
  };
}

function checkOAuth(site: Site, { env, isSet, problems }: Checks): void {
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
  if (isSet('OAUTH_CLIENT_ID') && !isPrivate(site) && !site.publicUrl.startsWith('https:')) {
    problems.push(
      'PUBLIC_URL must be an https:// address with OAUTH_CLIENT_ID: sessions are not sent in the clear',
    );
  }
}

/** Users sign in by typing any user id: only on loopback, without a provider and without proxies in front. */
function allowsAnybody(
  { developmentSignIn: wanted }: Read,
  site: Site,
  { isSet, problems }: Checks,
): boolean {
  const hasProxies = site.trustedProxies.length > 0;
  const hasOAuth = isSet('OAUTH_CLIENT_ID');
  if (wanted) {
    if (!isPrivate(site)) {
      problems.push('DEVELOPMENT_SIGN_IN accepts any user id, so HOST and PUBLIC_URL must be on loopback');
    }
    if (hasProxies) problems.push('DEVELOPMENT_SIGN_IN cannot be used together with TRUSTED_PROXIES');
    if (hasOAuth) problems.push('DEVELOPMENT_SIGN_IN cannot be used together with OAUTH_CLIENT_ID');
  }
  return wanted !== false && isPrivate(site) && !hasOAuth && !hasProxies;
}
