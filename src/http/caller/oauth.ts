import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { SecretBox } from '../../domain/identity/secret-box.ts';
import { isSnowflake } from '../../domain/kernel/snowflake.ts';
import type { Cookie } from './cookies.ts';

/** An OAuth 2 provider, and who this service is to it. */
export interface OAuthProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Answers an access token with the user's `id`, `username` and `global_name`. */
  readonly userUrl: string;
  readonly scope: string;
  /** What the provider calls itself in its answers, if it does (RFC 9207). */
  readonly issuer: string;
}

export interface OAuthParts {
  readonly secrets: SecretBox;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
  /** Sends the requests to the provider: the guarded sender's. */
  readonly fetch: (
    url: string,
    init: {
      method: string;
      headers: Record<string, string>;
      body?: unknown;
      signal?: AbortSignal | undefined;
    },
  ) => Promise<Response>;
  /** Keeps what a sign-in has to remember while the browser is at the provider. */
  readonly cookie: Cookie;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** How a sign-in came back from the provider. `returnTo` is the page it was started from. */
export type OAuthOutcome =
  | { readonly kind: 'user'; readonly user: { id: string; name: string }; readonly returnTo: string }
  | { readonly kind: 'refused'; readonly message: string; readonly returnTo: string }
  /** The provider is away, set up otherwise or answers nonsense: the operators' to mend. */
  | { readonly kind: 'failed'; readonly error: ProviderError; readonly returnTo: string };

/** What the provider did, in one word that may be logged: it holds no code, token or text of theirs. */
export class ProviderError extends Error {
  readonly code: string;
  constructor(code: string) {
    super('The sign-in provider did not do its part.');
    this.name = 'ProviderError';
    this.code = code;
  }
}

export interface OAuth {
  /** The provider's host, for people. */
  readonly providerName: string;
  /**
   * Starts a sign-in.
   *
   * @param returnTo a path of this site
   * @returns where to send the browser, and the `Set-Cookie` header that goes along
   */
  begin(returnTo: string): Promise<{ location: string; setCookie: string }>;
  /**
   * Takes the browser back. Whatever comes out, the cookie has had its one use: clear it.
   *
   * @param admit called before the provider is asked, once the answer is known to belong to a sign-in of this browser
   * @throws what `admit` throws; the cookie keeps its use then
   */
  complete(request: Request, admit: () => Promise<void>): Promise<OAuthOutcome>;
  /** The `Set-Cookie` header that takes the cookie away. */
  clearCookie(): string;
}

/** Seconds that a sign-in may take at the provider. */
const FLOW_SECONDS = 600;
/** Seals the cookie for this use: no other sealed value passes for one. */
const SEAL = 'sign-in';

const Flow = z.object({ state: z.string(), verifier: z.string(), returnTo: z.string(), endsAt: z.number() });

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name));
const User = z
  .object({ id: z.string().refine(isSnowflake), global_name: Name.nullish(), username: Name.nullish() })
  .transform(({ id, global_name, username }) => ({ id, name: global_name ?? username }))
  .pipe(z.object({ id: z.string(), name: z.string() }));

/**
 * Sign-in by the authorization code grant with PKCE (RFC 6749, 7636, 9700). State, verifier and return path are in the
 * browser's own cookie, sealed: nothing is stored here, and an answer counts only in the browser that asked. The access
 * token is used once, for the user's id and name, and forgotten.
 */
export function createOAuth(provider: OAuthProvider, parts: OAuthParts): OAuth {
  const server: oauth.AuthorizationServer = {
    issuer: provider.issuer,
    authorization_endpoint: provider.authorizationUrl,
    token_endpoint: provider.tokenUrl,
  };
  const client: oauth.Client = { client_id: provider.clientId };
  // The sender decides which addresses may be asked without TLS.
  const options = { [oauth.customFetch]: parts.fetch, [oauth.allowInsecureRequests]: true };

  const random = () => parts.randomBytes(32).toString('base64url');

  function openFlow(headers: Headers): z.infer<typeof Flow> | undefined {
    const sealed = parts.cookie.read(headers);
    if (sealed === undefined) return undefined;
    try {
      const flow = Flow.parse(JSON.parse(parts.secrets.open(Buffer.from(sealed, 'base64url'), SEAL)));
      return flow.endsAt > parts.now().getTime() ? flow : undefined;
    } catch {
      return undefined;
    }
  }

  /** @throws what the library and the sender throw */
  async function askForUser(parameters: URLSearchParams, verifier: string): Promise<unknown> {
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretPost(provider.clientSecret),
        parameters,
        parts.redirectUri,
        verifier,
        options,
      ),
    );
    const url = new URL(provider.userUrl);
    const headers = new Headers({ accept: 'application/json' });
    const reply = await oauth.protectedResourceRequest(
      tokens.access_token,
      'GET',
      url,
      headers,
      null,
      options,
    );
    if (reply.status !== 200) throw new ProviderError(`USER_STATUS_${reply.status}`);
    return reply.json();
  }

  return {
    providerName: new URL(provider.authorizationUrl).host,

    async begin(returnTo) {
      const flow = { state: random(), verifier: random(), returnTo };
      const url = new URL(provider.authorizationUrl);
      const parameters = {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: parts.redirectUri,
        scope: provider.scope,
        state: flow.state,
        // Providers that do not know PKCE ignore it (RFC 6749, section 3.1).
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      const endsAt = parts.now().getTime() + FLOW_SECONDS * 1000;
      const sealed = parts.secrets.seal(JSON.stringify({ ...flow, endsAt }), SEAL).toString('base64url');
      return { location: url.href, setCookie: parts.cookie.set(sealed, FLOW_SECONDS) };
    },

    async complete(request, admit) {
      const flow = openFlow(request.headers);
      const returnTo = flow?.returnTo ?? '/';
      const refused = (message: string) => ({ kind: 'refused', message, returnTo }) as const;
      if (!flow)
        return refused('This sign-in was not started in this browser, or took more than ten minutes.');
      let parameters: URLSearchParams;
      try {
        parameters = oauth.validateAuthResponse(
          server,
          client,
          new URL(request.url).searchParams,
          flow.state,
        );
      } catch (error) {
        if (!(error instanceof oauth.AuthorizationResponseError)) {
          return refused('What the provider answered does not belong to this sign-in.');
        }
        return refused(
          error.error === 'access_denied'
            ? 'You did not agree to it at the provider.'
            : 'The provider refused this sign-in.',
        );
      }
      if (!parameters.has('code')) return refused('The provider did not finish this sign-in.');
      await admit();
      try {
        const user = User.safeParse(await askForUser(parameters, flow.verifier));
        if (!user.success) throw new ProviderError('USER_UNREADABLE');
        return { kind: 'user', user: user.data, returnTo };
      } catch (error) {
        const code = codeOf(error);
        if (code === 'invalid_grant') return refused('This sign-in has been used already, or took too long.');
        return { kind: 'failed', error: new ProviderError(code), returnTo };
      }
    },

    clearCookie: () => parts.cookie.clear(),
  };
}

/** A word for the log. The library's messages and causes hold tokens and whole answers. */
function codeOf(error: unknown): string {
  const word: unknown =
    error instanceof oauth.ResponseBodyError
      ? error.error
      : error instanceof Error && Reflect.get(error, 'code');
  return typeof word === 'string' && /^\w{1,60}$/.test(word) ? word : 'UNEXPECTED';
}
