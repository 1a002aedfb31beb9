import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { OAuthProvider } from '../../config/sign-in.ts';
import { RateLimitedError } from '../../domain/kernel/errors.ts';
import { isSnowflake } from '../../domain/kernel/ids.ts';
import type { GuardedFetch } from '../../net/fetch.ts';

/** The failure of the provider as one word for the log, without codes, tokens or texts of the provider. */
export class ProviderError extends Error {
  readonly code: string;
  constructor(code: string) {
    super('The sign-in provider failed.');
    this.name = 'ProviderError';
    this.code = code;
  }
}

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
 * Makes a client of the provider.
 *
 * @param fetch sends requests to the provider, with the checks of `src/net/`
 * @param redirectUri the URL to which the provider redirects the browser
 */
export function createProviderClient(provider: OAuthProvider, fetch: GuardedFetch, redirectUri: string) {
  const server: oauth.AuthorizationServer = {
    issuer: provider.oauthIssuer,
    authorization_endpoint: provider.oauthAuthorizationUrl,
    token_endpoint: provider.oauthTokenUrl,
  };
  const client: oauth.Client = { client_id: provider.oauthClientId };
  // The sender decides which addresses it may reach without TLS.
  const options = { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: true };

  /** @throws errors of the library and the sender */
  async function exchangeCode(parameters: URLSearchParams, verifier: string): Promise<string> {
    const secret = oauth.ClientSecretPost(provider.oauthClientSecret);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret,
      parameters,
      redirectUri,
      verifier,
      options,
    );
    return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token;
  }

  /** @throws errors of the library and the sender */
  async function askForUser(token: string): Promise<unknown> {
    const url = new URL(provider.oauthUserUrl);
    const headers = new Headers({ accept: 'application/json' });
    const reply = await oauth.protectedResourceRequest(token, 'GET', url, headers, null, options);
    if (reply.status !== 200) throw new ProviderError(`USER_STATUS_${reply.status}`);
    return reply.json();
  }

  return {
    /**
     * Checks that the provider's redirect belongs to a sign-in.
     *
     * @returns the parameters of the redirect
     * @throws {oauth.AuthorizationResponseError} when the provider refused the sign-in
     * @throws {oauth.OperationProcessingError} when the redirect does not belong to this sign-in
     */
    checkResponse: (parameters: URLSearchParams, state: string): URLSearchParams =>
      oauth.validateAuthResponse(server, client, parameters, state),

    /**
     * Exchanges the code for an access token, and reads the user with it.
     *
     * @param verifier the PKCE verifier of the sign-in
     * @throws {ProviderError} when the exchange or the read fails
     * @throws {RateLimitedError} when too many requests wait for other servers
     */
    async readUser(parameters: URLSearchParams, verifier: string): Promise<{ id: string; name: string }> {
      try {
        const user = User.safeParse(await askForUser(await exchangeCode(parameters, verifier)));
        if (!user.success) throw new ProviderError('USER_UNREADABLE');
        return user.data;
      } catch (error) {
        if (error instanceof RateLimitedError) throw error;
        throw new ProviderError(codeOf(error));
      }
    },
  };
}

/** The code of an error, for the log. Messages and causes of the library contain tokens and whole responses. */
function codeOf(error: unknown): string {
  const word: unknown =
    error instanceof oauth.ResponseBodyError
      ? error.error
      : error instanceof Error && Reflect.get(error, 'code');
  return typeof word === 'string' && /^\w{1,60}$/.test(word) ? word : 'UNEXPECTED';
}
