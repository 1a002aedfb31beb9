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
  | 'CLAIMED';

/**
 * The domain refuses a request. Its message is one sentence that anybody may see. It never contains SQL, secrets,
 * stack traces or resolved addresses.
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message?: string) {
    // A refusal is no fault, so nobody looks for its place. Finding it would take longer than the rest of the refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Section 7 of the contract, 400. The message names the first problem. */
export class InvalidInputError extends DomainError {
  readonly code = 'INVALID_INPUT';
}

/** A problem with one field of an input. */
export interface FieldProblem {
  /** The name of the field in the input. */
  readonly field: string;
  /** One sentence. */
  readonly message: string;
}

/** A listing has invalid fields. It contains every problem, so that a form can show each one at its field. */
export class InvalidListingError extends DomainError {
  readonly code = 'INVALID_LISTING';
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super(problems[0]?.message);
    this.problems = problems;
  }
}

/** Section 7 of the contract, 401. */
export class UnauthenticatedError extends DomainError {
  readonly code = 'UNAUTHENTICATED';
}

/** The viewer is signed in, but is not allowed to do this. */
export class ForbiddenError extends DomainError {
  readonly code = 'FORBIDDEN';
}

/** Section 7 of the contract, 404. The response is the same for every reason. */
export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND';
  constructor(message = 'Bot not found.') {
    super(message);
  }
}

/** The data has changed since the viewer read it. */
export class ConflictError extends DomainError {
  readonly code = 'CONFLICT';
}

/** Another moderator works on the listing. */
export class ClaimedError extends DomainError {
  readonly code = 'CLAIMED';
  /** The name of the moderator. */
  readonly claimedBy: string;
  readonly claimedUntil: Date;
  constructor(claimedBy: string, claimedUntil: Date) {
    super(`${claimedBy} is working on this listing. Take it over first if you want to decide.`);
    this.claimedBy = claimedBy;
    this.claimedUntil = claimedUntil;
  }
}

/** Section 7 of the contract, 429. */
export class RateLimitedError extends DomainError {
  readonly code = 'RATE_LIMITED';
  /** Whole seconds until the next request is allowed. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Rate limit exceeded.');
    this.retryAfter = retryAfter;
  }
}

/** Section 3 of the contract: one vote per user and bot in 12 hours. */
export class VoteWindowActiveError extends DomainError {
  readonly code = 'VOTE_WINDOW_ACTIVE';
  readonly nextVoteAt: Date;
  constructor(nextVoteAt: Date) {
    super('You have already voted for this bot within the last 12 hours.');
    this.nextVoteAt = nextVoteAt;
  }
}

/** The account is too new to vote. */
export class AccountTooYoungError extends DomainError {
  readonly code = 'ACCOUNT_TOO_YOUNG';
  readonly mayVoteAt: Date;
  constructor(mayVoteAt: Date) {
    super('This account is too young to vote.');
    this.mayVoteAt = mayVoteAt;
  }
}

/** The captcha was not solved, or could not be checked. */
export class CaptchaError extends DomainError {
  readonly code = 'CAPTCHA_FAILED';
}
