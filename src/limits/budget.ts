/** How many requests one key may make in a sliding window. */
export interface Budget {
  /** A short ASCII name. It is part of store keys and of the `RateLimit` headers. */
  readonly name: string;
  /** The maximum number of requests in any window; an integer of at least 1. */
  readonly max: number;
  /** The length of the window in whole seconds, from 1 to 86 400. */
  readonly windowSeconds: number;
}

const perMinute = (name: string, max: number): Budget => Object.freeze({ name, max, windowSeconds: 60 });

const perHour = (name: string, max: number): Budget => Object.freeze({ name, max, windowSeconds: 3600 });
const perDay = (name: string, max: number): Budget => Object.freeze({ name, max, windowSeconds: 86_400 });

/** The budgets per token of the contract, sections 4 and 8. */
export const BUDGETS = Object.freeze({
  stats: perMinute('stats', 60),
  commands: perMinute('commands', 10),
  check: perMinute('check', 600),
  votes: perMinute('votes', 60),
});

/** The budgets of signed-in users, per user and besides voting. Moderators have no limits when they moderate. */
export const USER_BUDGETS = Object.freeze({
  /** Changes of a listing, its owners, its token or its webhook. */
  change: perMinute('manage', 30),
  /** Changes after a leak or an abuse, such as a new token. No other change uses this budget. */
  secure: perMinute('secure', 12),
  setAvatar: perMinute('avatars', 10),
  /** Each look-up makes the service send requests. */
  lookUp: perMinute('applications', 20),
  /** The same, for up to four links and their redirects. */
  checkLinks: perMinute('check-links', 10),
  /** The same, for the file and the record of a website. */
  confirmSite: perMinute('confirm-site', 6),
  preview: perMinute('previews', 60),
  sendTest: perMinute('send-test', 6),
  resendAll: perMinute('resend-all', 3),
  favourite: perMinute('favourites', 30),
  reminder: perMinute('reminders', 30),
  /** Typed confirmations: each of them, if it is right, deletes an account. */
  deleteAccount: perMinute('delete-account', 6),
  /** Each of these reads all votes of the bots that the user has voted for. */
  exportData: perDay('exports', 10),
  /** A moderator reads each of these. */
  submit: perDay('submissions', 10),
  publishNews: perDay('news', 10),
  /** The service will send to each of these. Browsers add themselves again now and then. */
  addChannel: perDay('add-channel', 60),
  addEmail: perDay('add-email', 10),
  confirmEmail: perDay('confirm-email', 50),
  report: perDay('reports', 20),
  appeal: perDay('appeals', 10),
});

/** The budgets per bot, whichever owner acts. Each of these makes the service send a request to the receiver. */
export const DELIVERY_BUDGETS = Object.freeze({
  checkReceiver: perHour('check-receiver', 10),
  retry: perMinute('retry-delivery', 12),
  replay: perMinute('replay', 3),
});

/** The budgets of confirming emails, whichever users ask: somebody else may have the mailbox. */
export const CODE_BUDGETS = Object.freeze({
  ofMailbox: perDay('send-code', 5),
  /** All codes together: more would harm the name of the mail server. */
  ofSite: perHour('send-codes', 200),
});

/** The sizes of the budgets; 0 means no limit. */
export interface BudgetSizes {
  readonly votesPerUserPerDay: number;
  readonly votesPerAddressPerDay: number;
  readonly signInsPerAddressPerHour: number;
  readonly anonymousOperationsPerMinute: number;
}

/** The budgets from the configuration. Undefined means no limit. */
export interface VisitorBudgets {
  /**
   * Attempts of a user to vote, also refused ones. It is per day, so that a burst gets the refusal of the vote window.
   */
  readonly castVote: Budget | undefined;
  readonly castVoteFromAddress: Budget | undefined;
  readonly signIn: Budget | undefined;
  /** Operations of strangers, who are not signed in and send no token. */
  readonly anonymous: Budget | undefined;
  /** The same, for requests that pages of other sites make in their visitors' browsers. */
  readonly anonymousElsewhere: Budget | undefined;
}

/** @throws RangeError when a size is not a whole number of at least 0 */
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
 * Checks a budget.
 *
 * @throws RangeError when `max` or `windowSeconds` is outside the range of {@link Budget}, or when the name needs
 *   escaping in a header
 */
export function assertBudget({ name, max, windowSeconds }: Budget): void {
  if (!/^[\w.-]+$/.test(name)) throw new RangeError(`Not a budget name: ${JSON.stringify(name)}`);
  if (!Number.isSafeInteger(max) || max < 1) throw new RangeError(`Budget ${name}: max is ${max}`);
  if (!Number.isInteger(windowSeconds) || windowSeconds < 1 || windowSeconds > 86_400)
    throw new RangeError(`Budget ${name}: windowSeconds is ${windowSeconds}`);
}
