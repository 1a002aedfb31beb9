/**
 * Waits for a promise, up to a time limit. A later result or error is ignored.
 *
 * Two other waits do not use this function. The health probe in `domain/health.ts` accepts a response that has arrived
 * before a late timer. `net/` rejects with the reason of a signal, and imports nothing of the domain.
 *
 * @param timeoutMs the limit in milliseconds
 * @param late called at the limit; its result or error becomes the result
 * @throws the error of the promise, or of `late`
 */
export function within<Result, Late>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Late,
): Promise<Result | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, timeoutMs).unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for work, up to a time limit in milliseconds. Undefined when it fails or takes longer. */
export const orNothing = <Result>(work: Promise<Result>, timeoutMs: number): Promise<Result | undefined> =>
  within(
    work.catch(() => undefined),
    timeoutMs,
    () => undefined,
  );
