/** How many requests one key may make in a sliding window. */
export interface Budget {
  /** A short ASCII name; it is part of store keys and is sent in the `RateLimit` headers. */
  readonly name: string;
  /** Requests admitted in any window; an integer of at least 1. */
  readonly max: number;
  /** Length of the window in whole seconds, from 1 to 86 400. */
  readonly windowSeconds: number;
}

const perMinute = (name: string, max: number): Budget => Object.freeze({ name, max, windowSeconds: 60 });

const perDay = (name: string, max: number): Budget => Object.freeze({ name, max, windowSeconds: 86_400 });

/** The budgets per token of the contract, sections 4 and 8. */
export const BUDGETS = Object.freeze({
  stats: perMinute('stats', 60),
  commands: perMinute('commands', 10),
  check: perMinute('check', 600),
  votes: perMinute('votes', 60),
});

/** The budgets per user of what signed-in users do, besides voting. Those who moderate have none for it: they act for the service. */
export const USER_BUDGETS = Object.freeze({
  /** Of a listing, who manages it, its token or its webhook. */
  change: perMinute('manage', 30),
  /** Of what may have leaked, or should stop: nothing else uses this up. */
  secure: perMinute('secure', 12),
  setAvatar: perMinute('avatars', 10),
  /** Each makes the service send requests. */
  lookUp: perMinute('applications', 20),
  preview: perMinute('previews', 60),
  sendTest: perMinute('send-test', 6),
  resendAll: perMinute('resend-all', 3),
  /** Each is read by a moderator. */
  submit: perDay('submissions', 10),
  report: perDay('reports', 20),
});

/** How many are admitted; 0: any number. */
export interface BudgetSizes {
  readonly votesPerUserPerDay: number;
  readonly votesPerAddressPerDay: number;
  readonly signInsPerAddressPerHour: number;
  readonly anonymousOperationsPerMinute: number;
}

/** The budgets that the configuration decides; one that is undefined admits everything. */
export interface VisitorBudgets {
  /** Attempts of a user, those in the window included. By the day, so that a burst is told about its window. */
  readonly castVote: Budget | undefined;
  readonly castVoteFromAddress: Budget | undefined;
  readonly signIn: Budget | undefined;
  /** Operations of those who neither are signed in nor send a token. */
  readonly anonymous: Budget | undefined;
  /** The same, for what a page of another site makes its visitors' browsers ask. */
  readonly anonymousElsewhere: Budget | undefined;
}

/** @throws RangeError when a size is no whole number of 0 or more */
export function createVisitorBudgets(sizes: BudgetSizes): VisitorBudgets {
  const budget = (name: string, max: number, windowSeconds: number): Budget | undefined => {
    if (max === 0) return undefined;
    const made = Object.freeze({ name, max, windowSeconds });
    assertBudget(made);
    return made;
  };
  return Object.freeze({
    castVote: budget('cast-vote', sizes.votesPerUserPerDay, 86_400),
    castVoteFromAddress: budget('cast-vote-address', sizes.votesPerAddressPerDay, 86_400),
    signIn: budget('sign-in', sizes.signInsPerAddressPerHour, 3600),
    anonymous: budget('anonymous', sizes.anonymousOperationsPerMinute, 60),
    anonymousElsewhere: budget('anonymous-elsewhere', sizes.anonymousOperationsPerMinute, 60),
  });
}

/**
 * Refuses a budget that no store could keep.
 *
 * @throws RangeError when `max` or `windowSeconds` is outside the range that {@link Budget} states,
 * or the name cannot be sent in a header as it is.
 */
export function assertBudget({ name, max, windowSeconds }: Budget): void {
  if (!/^[\w.-]+$/.test(name)) throw new RangeError(`Not a budget name: ${JSON.stringify(name)}`);
  if (!Number.isSafeInteger(max) || max < 1) throw new RangeError(`Budget ${name}: max is ${max}`);
  if (!Number.isInteger(windowSeconds) || windowSeconds < 1 || windowSeconds > 86_400)
    throw new RangeError(`Budget ${name}: windowSeconds is ${windowSeconds}`);
}
