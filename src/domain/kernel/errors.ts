/** What went wrong, for programs. Stable: clients and transports switch on it. */
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
  | 'CAPTCHA_FAILED';

/**
 * A refusal that belongs to the domain. Its message is one sentence that may be shown to anybody:
 * it never holds SQL, secrets, stack traces or resolved addresses.
 */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;
}

/** Section 7 of the contract, 400: names the first problem found. */
export class InvalidInputError extends DomainError {
  readonly code = 'INVALID_INPUT';
}

export interface FieldProblem {
  /** The field's name, as it is sent. */
  readonly field: string;
  /** One sentence. */
  readonly message: string;
}

/** A listing's fields are not as they must be: every problem at once, for the form to show each at its field. */
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

/** The viewer is known, and may not do this. */
export class ForbiddenError extends DomainError {
  readonly code = 'FORBIDDEN';
}

/** Section 7 of the contract, 404: the same answer whatever the reason. */
export class NotFoundError extends DomainError {
  readonly code = 'NOT_FOUND';
  constructor(message = 'Bot not found.') {
    super(message);
  }
}

/** Somebody else acted meanwhile: what the viewer saw is no longer so. */
export class ConflictError extends DomainError {
  readonly code = 'CONFLICT';
}

/** Section 7 of the contract, 429. */
export class RateLimitedError extends DomainError {
  readonly code = 'RATE_LIMITED';
  /** Whole seconds after which the next request passes. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Rate limit exceeded.');
    this.retryAfter = retryAfter;
  }
}

/** Section 3 of the contract: one vote per user and bot in twelve hours. */
export class VoteWindowActiveError extends DomainError {
  readonly code = 'VOTE_WINDOW_ACTIVE';
  readonly nextVoteAt: Date;
  constructor(nextVoteAt: Date) {
    super('You have already voted for this bot within the last 12 hours.');
    this.nextVoteAt = nextVoteAt;
  }
}

/** The account that wants to vote has not existed for long enough. */
export class AccountTooYoungError extends DomainError {
  readonly code = 'ACCOUNT_TOO_YOUNG';
  readonly mayVoteAt: Date;
  constructor(mayVoteAt: Date) {
    super('This account is too young to vote.');
    this.mayVoteAt = mayVoteAt;
  }
}

/** Nothing shows that it is a human who votes. */
export class CaptchaError extends DomainError {
  readonly code = 'CAPTCHA_FAILED';
}
