/** Rows per statement. */
const CHUNK = 2000;

/** Divides rows into parts, each for one statement. */
export function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}
