import type { Config } from '../../config/config.ts';
import { hasProvider } from '../../config/sign-in.ts';
import { APPEAL_SECONDS, makeAppealKey, restoreBlocks } from '../../domain/identity/blocks.ts';
import { endSession, SESSION_MAX_MS, startSession } from '../../domain/identity/sessions.ts';
import { BlockedError } from '../../domain/kernel/errors.ts';
import { createFetch } from '../../net/fetch.ts';
import { createSender } from '../../net/sender.ts';
import type { Services } from '../../schema/context.ts';
import type { SignIn } from '../../web/frame/sign-in.ts';
import type { Outside } from '../admission/outside.ts';
import type { HttpRequest } from '../message/request.ts';
import { type Cookie, claimOf, createCookie, readSession } from './credentials.ts';
import type { CredentialMemory } from './identify.ts';
import { createOAuth } from './oauth.ts';

/** Much more than a provider sends. */
const MAX_PROVIDER_BYTES = 64 * 1024;

/**
 * Opens the sign-in: sessions, and the OAuth provider if one is configured.
 *
 * @param outside where requests wait for the provider
 * @returns undefined when nobody can sign in
 */
export function openSignIn(
  config: Config,
  services: Services,
  cookie: Cookie,
  gate: Pick<SignIn, 'admit' | 'isLocal'>,
  outside: Outside,
  memory: CredentialMemory,
  parts: AsyncDisposableStack,
): SignIn | undefined {
  const { publicUrl } = config;
  if (!hasProvider(config) && !config.developmentSignIn) return undefined;
  const end = async (request: HttpRequest) => {
    const credential = readSession(request.headers, cookie);
    if (credential.kind === 'session') await endSession(services, credential.id);
    return cookie.clear();
  };
  const appeal = createCookie('appeal', publicUrl.startsWith('https:'));
  const sessions = {
    ...gate,
    async start(request: HttpRequest, user: { id: string; name: string }) {
      let id: string;
      try {
        id = await startSession(services, user);
      } catch (error) {
        if (!(error instanceof BlockedError)) throw error;
        // The refusal has rolled back what the sign-in restored of an erased account. The appeal needs the block.
        await restoreBlocks({ sql: services.db.sql, secrets: services.secrets }, user.id);
        await end(request);
        return { setCookie: appeal.set(makeAppealKey(services, user.id), APPEAL_SECONDS), isBlocked: true };
      }
      const claim = claimOf({ kind: 'session', id });
      if (claim) memory.note(claim, true);
      await end(request);
      // The service decides when a session ends, so the cookie may outlive it.
      return { setCookie: cookie.set(id, SESSION_MAX_MS / 1000), isBlocked: false };
    },
    appealKey: ({ headers }: HttpRequest) => appeal.read(headers),
    end,
  };
  if (!hasProvider(config)) return sessions;
  // Operators choose the provider, but users choose webhooks, so each has its own trusted networks.
  const own = createSender({ trustedNetworks: config.oauthTrustedNetworks, proxy: config.webhookProxy });
  parts.defer(() => own.close());
  const { sender } = outside.services({ sender: own });
  const { secrets, now, randomBytes } = services;
  const provider = createOAuth(config, {
    secrets,
    now,
    randomBytes,
    fetch: createFetch(sender, MAX_PROVIDER_BYTES),
    cookie: createCookie('sign-in', publicUrl.startsWith('https:')),
    redirectUri: `${publicUrl}/sign-in/callback`,
  });
  return { ...sessions, provider };
}
