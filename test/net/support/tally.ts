import { afterAll } from 'vitest';

/** Counts what a file of tests tried, and prints the sums at its end. */
export function createTally(title: string): (what: string, count?: number) => void {
  const counts = new Map<string, number>();
  afterAll(() => {
    const parts = [...counts].map(([what, count]) => `${what} ${count}`);
    process.stdout.write(`[${title}] ${parts.join(', ')}\n`);
  });
  return (what, count = 1) => {
    counts.set(what, (counts.get(what) ?? 0) + count);
  };
}
