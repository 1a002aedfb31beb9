import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { findSession } from '../../src/domain/identity/sessions.ts';
import { createCookie } from '../../src/http/caller/credentials.ts';
import { createLog } from '../../src/lib/log.ts';
import { createVisitorBudgets } from '../../src/limits/budget.ts';
import { MemoryStore } from '../../src/limits/memory-store.ts';
import { createRateLimiter } from '../../src/limits/rate-limit.ts';
import { type Context, createContext } from '../../src/schema/context.ts';

/**
 * Opens the services that resolvers need, for another GraphQL server. They come from the service's own start, whose
 * HTTP server gets no requests here. Documents have no limits.
 *
 * @returns makes the context of a request from its `Cookie` header
 */
export async function openContexts(): Promise<(cookie: string | null | undefined) => Context> {
  const config = readConfig({ ...process.env, PORT: '0' });
  const { services } = await startApp(config, 'web', createLog('warn', 2));
  const limiter = createRateLimiter(new MemoryStore());
  const budgets = createVisitorBudgets(config);
  const sessionCookie = createCookie('session', false);
  return (cookie) => {
    const id = sessionCookie.read({ cookie: cookie ?? undefined });
    return createContext({
      services,
      limiter,
      budgets,
      limits: undefined,
      tokenKey: () => undefined,
      sessionKey: () => undefined,
      origin: () => ({}),
      client: () => ({ address: '127.0.0.1', key: '127.0.0.1' }),
      async identify() {
        const session = id && (await findSession(services, id));
        return session ? { kind: 'user', ...session } : { kind: 'anonymous' };
      },
    });
  };
}
