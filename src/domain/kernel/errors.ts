import type { BlockKind } from '../../db/moderation-tables.ts';
import type { Parameters } from '../../lib/fill-in.ts';
import { type Because, type PlainReason, type Reason, type Refusal, refusalOf } from './refusal.ts';

/** Error codes for programs. They are stable: clients and transports switch on them. */
export type ErrorCode =
  | 'INVALID_INPUT'
  | 'INVALID_LISTING'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'CONFLICT'
  | 'VOTE_WINDOW_ACTIVE'
  | 'ACCOUNT_TOO_YOUNG'
  | 'CAPTCHA_FAILED'
  | 'CLAIMED'
  | 'BLOCKED';

/**
 * The domain refuses a request. Its message is one English sentence that anybody may see; reason and parameters let
 * clients word it in another language. They never contain SQL, secrets, stack traces or resolved addresses.
 */
export abstract class DomainError extends Error implements Refusal {
  abstract readonly code: ErrorCode;
  readonly reason: Reason;
  readonly parameters: Parameters;

  constructor({ reason, parameters, message }: Refusal) {
    // A refusal is no fault, so nobody looks for its place. Finding it would take longer than the rest of the refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.reason = reason;
    this.parameters = parameters;
  }
}

/** Errors whose class says nothing about the reason. */
abstract class ReasonedError extends DomainError {
  constructor(...because: Because) {
    super(refusalOf(...because));
  }
}

/** Section 7 of the contract, 400. The message names the first problem. */
export class InvalidInputError extends ReasonedError {
  readonly code = 'INVALID_INPUT';
}

/** A problem with one field of an input. */
export interface FieldProblem extends Refusal {
  /** The name of the field in the input. */
  readonly field: string;
}

/** A listing has invalid fields. It contains every problem, so that a form can show each one at its field. */
export class InvalidListingError extends DomainError {
  readonly code = 'INVALID_LISTING';
  readonly problems: readonly FieldProblem[];
  constructor(first: FieldProblem, others: readonly FieldProblem[] = []) {
    super(first);
    this.problems = [first, ...others];
  }
}

/** Section 7 of the contract, 401. */
export class UnauthenticatedError extends ReasonedError {
  readonly code = 'UNAUTHENTICATED';
}

/** The viewer is signed in, but is not allowed to do this. */
export class ForbiddenError extends ReasonedError {
  readonly code = 'FORBIDDEN';
}

/** Section 7 of the contract, 404. The response is the same for every reason. */
export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND';
  constructor(reason: PlainReason = 'bot.notFound') {
    super(refusalOf(reason));
  }
}

/** The data has changed since the viewer read it. */
export class ConflictError extends ReasonedError {
  readonly code = 'CONFLICT';
}

/** Another moderator works on the listing. */
export class ClaimedError extends DomainError {
  readonly code = 'CLAIMED';
  /** The name of the moderator. */
  readonly claimedBy: string;
  readonly claimedUntil: Date;
  constructor(claimedBy: string, claimedUntil: Date) {
    super(refusalOf('claim.taken', { moderator: claimedBy }));
    this.claimedBy = claimedBy;
    this.claimedUntil = claimedUntil;
  }
}

/** Section 7 of the contract, 429. */
export class RateLimitedError extends DomainError {
  readonly code = 'RATE_LIMITED';
  /** Whole seconds until the next request is allowed. */
  readonly retryAfter: number;
  constructor(retryAfter: number, reason: PlainReason = 'rateLimit.exceeded') {
    super(refusalOf(reason));
    this.retryAfter = retryAfter;
  }
}

/** Section 3 of the contract: one vote per user and bot in 12 hours. */
export class VoteWindowActiveError extends DomainError {
  readonly code = 'VOTE_WINDOW_ACTIVE';
  readonly nextVoteAt: Date;
  constructor(nextVoteAt: Date) {
    super(refusalOf('vote.windowActive'));
    this.nextVoteAt = nextVoteAt;
  }
}

/** A moderator has blocked the user from doing this. */
export class BlockedError extends DomainError {
  readonly code = 'BLOCKED';
  readonly block: BlockKind;
  /** What the moderator wrote to the user. Empty when the account was erased since then. */
  readonly why: string;
  /** Null when it does not end by itself. */
  readonly until: Date | null;
  constructor(block: BlockKind, why: string, until: Date | null) {
    super(
      why === ''
        ? refusalOf('block.noReason', { block })
        : until
          ? refusalOf('block.until', { block, until: until.toISOString(), why })
          : refusalOf('block.forGood', { block, why }),
    );
    this.block = block;
    this.why = why;
    this.until = until;
  }
}

/** The account is too new to vote. */
export class AccountTooYoungError extends DomainError {
  readonly code = 'ACCOUNT_TOO_YOUNG';
  readonly mayVoteAt: Date;
  constructor(mayVoteAt: Date) {
    super(refusalOf('vote.accountTooYoung'));
    this.mayVoteAt = mayVoteAt;
  }
}

/** The captcha was not solved, or could not be checked. */
export class CaptchaError extends ReasonedError {
  readonly code = 'CAPTCHA_FAILED';
}
