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

/** The budgets per token of the contract, sections 4 and 8, and those per user of this service. */
export const BUDGETS = Object.freeze({
  stats: perMinute('stats', 60),
  commands: perMinute('commands', 10),
  check: perMinute('check', 600),
  votes: perMinute('votes', 60),
  applications: perMinute('applications', 20),
  avatars: perMinute('avatars', 10),
});

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
