import type { IncomingHttpHeaders } from 'node:http';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { OAuthProvider } from '../../config/sign-in.ts';
import type { SecretBox } from '../../domain/kernel/needs.ts';
import { type PlainReason, refusalOf } from '../../domain/kernel/refusal.ts';
import type { GuardedFetch } from '../../net/fetch.ts';
import type { OAuth } from '../../web/frame/sign-in.ts';
import type { Cookie } from './credentials.ts';
import { createProviderClient, ProviderError } from './provider.ts';

/** The parts that a sign-in needs. */
export interface OAuthParts {
  readonly secrets: SecretBox;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
  /** Sends requests to the provider, with the checks of `src/net/`. */
  readonly fetch: GuardedFetch;
  /** Holds the state of a sign-in while the browser is at the provider. */
  readonly cookie: Cookie;
  /** The URL to which the provider redirects the browser. */
  readonly redirectUri: string;
}

/** The maximum time of a sign-in at the provider, in seconds. */
const FLOW_SECONDS = 600;
/** The owner of the sealed cookie. No other sealed value is accepted. */
const SEAL = 'sign-in';

const Flow = z.object({ state: z.string(), verifier: z.string(), returnTo: z.string(), endsAt: z.number() });

/**
 * Makes the sign-in with the authorization code grant and PKCE (RFC 6749, 7636, 9700). A sealed cookie holds state,
 * verifier and return path, so the service stores nothing, and a response counts only in the browser that started the
 * sign-in. The access token is used once, for the user's id and name.
 */
export function createOAuth(provider: OAuthProvider, parts: OAuthParts): OAuth {
  const client = createProviderClient(provider, parts.fetch, parts.redirectUri);
  const random = () => parts.randomBytes(32).toString('base64url');

  return {
    providerName: new URL(provider.oauthAuthorizationUrl).host,

    async begin(returnTo) {
      const flow = { state: random(), verifier: random(), returnTo };
      const url = new URL(provider.oauthAuthorizationUrl);
      const parameters = {
        response_type: 'code',
        client_id: provider.oauthClientId,
        redirect_uri: parts.redirectUri,
        scope: provider.oauthScope,
        state: flow.state,
        // Providers without PKCE ignore it (RFC 6749, section 3.1).
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      const endsAt = parts.now().getTime() + FLOW_SECONDS * 1000;
      const sealed = parts.secrets.seal(JSON.stringify({ ...flow, endsAt }), SEAL).toString('base64url');
      return { location: url.href, setCookie: parts.cookie.set(sealed, FLOW_SECONDS) };
    },

    async complete(request, admit) {
      const flow = openFlow(request.headers, parts);
      const returnTo = flow?.returnTo ?? '/';
      const refused = (reason: PlainReason) =>
        ({ kind: 'refused', refusal: refusalOf(reason), returnTo }) as const;
      if (!flow) return refused('signIn.notStartedHere');
      let parameters: URLSearchParams;
      try {
        parameters = client.checkResponse(request.query, flow.state);
      } catch (error) {
        if (!(error instanceof oauth.AuthorizationResponseError)) {
          return refused('signIn.foreignResponse');
        }
        return refused(error.error === 'access_denied' ? 'signIn.cancelled' : 'signIn.refusedByProvider');
      }
      if (!parameters.has('code')) return refused('signIn.unfinished');
      await admit();
      try {
        return { kind: 'user', user: await client.readUser(parameters, flow.verifier), returnTo };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (error.code !== 'invalid_grant') return { kind: 'failed', error, returnTo };
        return refused('signIn.used');
      }
    },

    clearCookie: () => parts.cookie.clear(),
  };
}

/** @returns undefined when there is no sign-in, it took too long, or its cookie is not one of ours */
function openFlow(
  headers: IncomingHttpHeaders,
  { cookie, secrets, now }: Pick<OAuthParts, 'cookie' | 'secrets' | 'now'>,
): z.infer<typeof Flow> | undefined {
  const sealed = cookie.read(headers);
  if (sealed === undefined) return undefined;
  try {
    const flow = Flow.parse(JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'), SEAL)));
    return flow.endsAt > now().getTime() ? flow : undefined;
  } catch {
    return undefined;
  }
}
