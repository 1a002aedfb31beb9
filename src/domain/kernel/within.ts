/**
 * Waits for work, but not for longer than a time limit. A later result or error is dropped.
 *
 * Three waits differ on purpose and are not built on this. The health probe in domain/health.ts reads an answer that has
 * arrived before a late timer. net/ rejects with the reason of a signal, and imports nothing of the domain. db/retry.ts
 * repeats its work, but only while the database is away.
 *
 * @param timeoutMs The limit in milliseconds.
 * @param late Called at the limit. Its result is the result, and what it throws is thrown.
 * @throws Whatever the work throws in time.
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
