/** What a check found. */
export interface Finding {
  /** The name of the check. */
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'problem';
  /** One sentence. */
  readonly says: string;
  /** What the operator should do; absent when all is well. */
  readonly todo?: string;
}

export const ok = (check: string, says: string): Finding => ({ check, level: 'ok', says });
export const warning = (check: string, says: string, todo: string): Finding => ({
  check,
  level: 'warning',
  says,
  todo,
});
export const problem = (check: string, says: string, todo: string): Finding => ({
  check,
  level: 'problem',
  says,
  todo,
});
