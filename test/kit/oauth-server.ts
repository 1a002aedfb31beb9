import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { listenOnLoopback } from './loopback.ts';

/** The public URL of the service in its configuration. The test's browser goes to the real port instead. */
export const PUBLIC_URL = 'http://127.0.0.1:3999';

/** A real OAuth 2 server that requires PKCE, with a user endpoint like Discord's. */
export interface OAuthServer {
  /** The variables of a service that signs people in here. */
  readonly environment: Record<string, string>;
  /** The response of the user endpoint: who is at the browser. */
  profile: unknown;
  /** Their decision on the page of consent. */
  decision: 'agree' | 'deny';
  /** Handlers by path, instead of the server's own. */
  readonly instead: Map<string, RequestListener>;
  /** The requests so far. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

export const CLIENT_SECRET = 'a secret-with_odd characters:&%';

/** Starts the server on a port of its own on loopback. */
export async function startOAuthServer(publicUrl = PUBLIC_URL): Promise<OAuthServer> {
  const http = createServer((request, response) => route(request, response));
  const { origin, close } = await listenOnLoopback(http);
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: 'bot-list',
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/sign-in/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['identify'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    cookies: { keys: ['a key of the tests'] },
    ttl: { AuthorizationCode: 60, AccessToken: 60, Grant: 60, Interaction: 60, Session: 60 },
  });
  const answer = provider.callback();

  const server: OAuthServer = {
    environment: {
      PUBLIC_URL: publicUrl,
      OAUTH_CLIENT_ID: 'bot-list',
      OAUTH_CLIENT_SECRET: CLIENT_SECRET,
      OAUTH_AUTHORIZATION_URL: `${origin}/auth`,
      OAUTH_TOKEN_URL: `${origin}/token`,
      OAUTH_USER_URL: `${origin}/users/@me`,
      OAUTH_TRUSTED_NETWORKS: '127.0.0.1/32',
    },
    profile: undefined,
    decision: 'agree',
    instead: new Map(),
    asked: [],
    close,
  };

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (server.decision === 'deny') {
      const result = { error: 'access_denied', error_description: '<b>No.</b>' };
      return provider.interactionFinished(request, response, result);
    }
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'somebody' } });
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params.client_id),
    });
    grant.addOIDCScope('identify');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  async function tellUser(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const found = await provider.AccessToken.find(token);
    response.writeHead(found?.scope === 'identify' ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? server.profile : { message: '401: Unauthorized', code: 0 }));
  }

  function route(request: IncomingMessage, response: ServerResponse): unknown {
    const path = request.url?.split('?')[0] ?? '';
    server.asked.push({ path, headers: request.headers });
    const instead = server.instead.get(path);
    if (instead) return instead(request, response);
    if (path.startsWith('/interaction/')) return interact(request, response);
    if (path === '/users/@me') return tellUser(request, response);
    return answer(request, response);
  }

  return server;
}
