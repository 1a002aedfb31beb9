import fc from 'fast-check';

/** Repeats a run; vitest.config.ts makes one where none is set. */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** How long each part tries new cases, in seconds. */
export const SECONDS = Number(process.env.FUZZ_SECONDS ?? 2);
process.stdout.write(`FUZZ_SEED=${SEED} FUZZ_SECONDS=${SECONDS}\n`);

const CASES_A_ROUND = 10;

/**
 * Tries new cases in rounds until the time of a part is over, and one round at least, however slow the machine is.
 * A failure names the seed of its round: as FUZZ_SEED it repeats that round first.
 *
 * @param share of the time of a part, where several properties make one
 */
export async function assertInTime<Case>(property: fc.IRawProperty<Case>, share = 1): Promise<void> {
  const end = performance.now() + SECONDS * 1000 * share;
  let seed = SEED;
  do await fc.assert(property, { seed: seed++, numRuns: CASES_A_ROUND });
  while (performance.now() < end);
}

/** Counts cases by what became of them, so that a reader sees what was tried. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(outcome: string | number, count = 1): void {
    this.#counts.set(String(outcome), (this.#counts.get(String(outcome)) ?? 0) + count);
  }

  /** How many cases had this outcome. */
  of(outcome: string | number): number {
    return this.#counts.get(String(outcome)) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Writes one line: the part, the number of cases, and the number for each outcome. */
  print(part: string): void {
    const outcomes = [...this.#counts].sort().map(([outcome, count]) => `${outcome}: ${count}`);
    process.stdout.write(`\n${part}: ${this.total} cases (${outcomes.join(', ')})\n`);
  }
}
