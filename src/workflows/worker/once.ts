/** Calls the work the first time only. */
export function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Calls the work at most once an hour. For log lines: ten thousand deliveries may wait for the same reason. */
export function onceAnHour(work: (botId: string) => void): (botId: string) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return (botId) => {
    const at = performance.now();
    if (at < nextAt) return;
    nextAt = at + 60 * 60 * 1000;
    work(botId);
  };
}
