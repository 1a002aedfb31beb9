/** What a command has done or found. */
export interface Result {
  /** For people. */
  readonly lines: readonly string[];
  /** For programs, with `--json`. */
  readonly data: object;
  /** The exit code is 1 although nothing was refused: a check has found a problem. */
  readonly isProblem?: boolean;
}

/** The command does not do this. The message is one sentence for the operator. */
export class Refusal extends Error {}

/** The options contradict each other, or one is missing. */
export class WrongUsage extends Error {}

/** Sets rows in columns. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** @returns `1 secret`, `2 secrets` */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
