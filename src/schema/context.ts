import type { WithDispatcher } from '../domain/delivery/claim.ts';
import type { Origin, WorkflowLinks } from '../domain/delivery/read.ts';
import type { WithHealth } from '../domain/health.ts';
import type { Actor, BotActor } from '../domain/identity/actor.ts';
import type { WithAddressHash } from '../domain/identity/address-hash.ts';
import type { WithAdmins } from '../domain/identity/grant-role.ts';
import type { TokenStatements, TokenUses } from '../domain/identity/tokens.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import type {
  WithClock,
  WithDatabase,
  WithFaultLog,
  WithRandom,
  WithSecrets,
  WithSender,
} from '../domain/kernel/needs.ts';
import type { Watch } from '../domain/kernel/watch.ts';
import type { WithEncoder } from '../domain/listing/images.ts';
import type { WithTextImages } from '../domain/listing/text-images.ts';
import type { WithWays } from '../domain/notices/ways.ts';
import type { WithTextRecords } from '../domain/ownership/confirm-site.ts';
import type { WithPlatform } from '../domain/platform/look-up.ts';
import type { WithPictureCheck } from '../domain/platform/picture.ts';
import type { WithOwnDataJob } from '../domain/privacy/own-data-job.ts';
import type { Captcha } from '../domain/vote/captcha.ts';
import type { OnVote } from '../domain/vote/cast.ts';
import type { Budget, VisitorBudgets } from '../limits/budget.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import type { BudgetState } from '../limits/store.ts';
import type { OperationLimits } from './limits-by-viewer.ts';

/** The services that resolvers use, and that the domain needs. */
export interface Services
  extends WithDatabase,
    WithClock,
    WithRandom,
    WithSender,
    WithSecrets,
    WithFaultLog,
    WithAdmins,
    WithPlatform,
    WithEncoder,
    WithPictureCheck,
    WithTextImages,
    WithTextRecords,
    WithDispatcher,
    WithAddressHash,
    WithHealth,
    WithOwnDataJob,
    WithWays,
    TokenStatements,
    TokenUses {
  /** The minimum age of an account for a vote, in days. */
  readonly voteMinAccountAgeDays: number;
  /** Checks every vote; undefined when no captcha is configured. */
  readonly captcha: Captcha | undefined;
  readonly onVote: OnVote;
  readonly deliveryWatch: Watch;
  readonly noticeWatch: Watch;
  readonly queueWatch: Watch;
  readonly voteWatch: Watch;
  /**
   * Notifies the caches of this process that a listing may have changed. A lost notification delays the change by a
   * second.
   */
  readonly listingTouched: (botId: string) => void;
  readonly workflowLinks: WorkflowLinks;
}

/** The context of one GraphQL operation. */
export interface Context {
  readonly services: Services;
  readonly limiter: RateLimiter;
  readonly budgets: VisitorBudgets;
  /**
   * Authenticates the sender, at most once per operation.
   *
   * @throws {UnauthenticatedError} when the token is invalid
   */
  readonly actor: () => Promise<Actor>;
  /** Forgets the sender, so that the next field authenticates again. */
  readonly forgetActor: () => void;
  /** The viewer that an auth scope has established. `withAuth` types it for the field. */
  viewer?: Actor;
  /** A fault that prevents authentication. The fields report it. */
  fault?: unknown;
  /**
   * Authenticates again, for long operations: the session may have ended.
   *
   * @throws {UnauthenticatedError} when the token is invalid
   */
  readonly identify: () => Promise<Actor>;
  /**
   * The key of the token that the request carries; undefined when it carries nothing that could be a token. The token
   * is not verified: the statement of the field does that, together with its work.
   */
  readonly tokenKey: () => string | undefined;
  /** The key of the session that the request carries, verified or not; undefined when it carries none. */
  readonly sessionKey: () => string | undefined;
  /** What deliveries keep of the HTTP request. */
  readonly origin: () => Origin;
  /** The sender's address. `key` identifies the sender for rate limits. */
  readonly client: () => { readonly address: string | undefined; readonly key: string };
  /** The rate limit that the operation used, for the response headers. */
  spent?: { readonly budget: Budget; readonly state: BudgetState };
  /** The limits of the document. The service's own documents have none. */
  limits: OperationLimits | undefined;
}

/** The context of a field after an auth scope has established the viewer. */
export type ContextOf<Viewer extends Actor> = Context & { viewer: Viewer };

/** What {@link createContext} needs. */
interface ContextParts extends Omit<Context, 'actor' | 'forgetActor' | 'viewer' | 'fault' | 'spent'> {
  /** The sender, if it was just authenticated. */
  readonly found?: Promise<Actor> | undefined;
}

/** Of a context: the sender is somebody who is not signed in. */
export const NOBODY = {
  identify: async (): Promise<Actor> => ({ kind: 'anonymous' }),
  tokenKey: () => undefined,
  sessionKey: () => undefined,
};

/** A context of the same request with the rights of somebody who is not signed in. */
export function asNobody(context: Context): Context {
  const { viewer: _viewer, fault: _fault, spent: _spent, ...parts } = context;
  return createContext({ ...parts, ...NOBODY });
}

/** Makes a context. It authenticates the sender at most once, and only when a field needs it. */
export function createContext({ found, ...parts }: ContextParts): Context {
  let actor = found;
  return {
    ...parts,
    actor: () => {
      actor ??= parts.identify();
      return actor;
    },
    forgetActor: () => {
      actor = undefined;
    },
  };
}

/**
 * Authenticates the sender before any field runs. An invalid credential gives the rights of a stranger. Fields that
 * need a credential report the problem.
 *
 * @throws errors that are no refusals, such as a database fault: they must not turn a user into a stranger
 */
export async function actorOrNobody(context: Context): Promise<Actor> {
  try {
    return await context.actor();
  } catch (error) {
    if (error instanceof DomainError) return { kind: 'anonymous' };
    throw error;
  }
}

/**
 * Finds the bot that the token of a request belonged to when this process last verified it. This saves a statement
 * where another one verifies the token anyway.
 *
 * @returns undefined when this process does not know the token
 */
export function recallBot(context: Pick<Context, 'services' | 'tokenKey'>): BotActor | undefined {
  const tokenKey = context.tokenKey();
  if (tokenKey === undefined) return undefined;
  const botId = context.services.recallBot(tokenKey);
  return botId === undefined ? undefined : { kind: 'bot', botId, tokenKey };
}
